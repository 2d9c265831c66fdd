import { HOSTED_PAGE } from '#contract/geopay.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { debtsOf } from '#db/payments/debts.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

// `type` is the caller's channel: the debts are the same on every channel.
export default defineHandler(getDebts, async ({ db, config }, _fields, caller) => {
  const { netId, merchantId, pagesUrl } = config.gateway
  return {
    debts: await debtsOf(db, caller.personId),
    geopay: { netId, merchantId, pageUrl: pagesUrl + HOSTED_PAGE },
  }
})
