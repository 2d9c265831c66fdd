import { prices } from '#contract/info/prices.ts'
import { officialPrices } from '#db/stations/branches.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(prices, async ({ db }) => ({ prices: await officialPrices(db) }))
