import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const CLUB = '60000001'
const server = testServerForEachTest()

describe('vouchers', () => {
  test('lists what can be used before what ended, and nothing of another person', async () => {
    const [ana, fede] = [await server.as('ana'), await server.as('fede')]
    const take = async (reward: string) =>
      (await ana.call(takeReward, { loyaltyCode: CLUB, reward })).voucher.id
    const [breakfast, coffee] = [await take('desayuno'), await take('cafe')]
    await server.context.db.execute(
      sql`update redemption set expires_at = expires_at - interval '1 day' where id = ${coffee}`,
    )
    const { vouchers: list } = await ana.call(vouchers, {})
    const usable = list.filter(({ state }) => state === 'reserved').map(({ id }) => id)
    const taken = [breakfast, coffee]
    expect(usable.filter((id) => taken.includes(id))).toEqual([coffee, breakfast])
    expect(list.slice(0, usable.length).map(({ id }) => id)).toEqual(usable)
    expect((await fede.call(vouchers, {})).vouchers).toEqual([])
  })

  test('shows a voucher as expired from its end on, before its points are posted back', async () => {
    const ana = await server.as('ana')
    const { voucher } = await ana.call(takeReward, { loyaltyCode: CLUB, reward: 'cafe' })
    const shown = async () => {
      const { vouchers: list } = await (await server.as('ana')).call(vouchers, {})
      return list.find(({ id }) => id === voucher.id)
    }
    server.wait(30 * DAY_MS)
    expect(await shown()).toMatchObject({ state: 'reserved' })
    server.wait(DAY_MS)
    expect(await shown()).toMatchObject({ state: 'expired', endedAt: voucher.until })
  })
})
