import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { returnVoucher } from '#contract/loyalty/returnVoucher.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
const pointsOf = async (who: Person) => (await who.call(loyalties, {})).loyalties[0]

describe('returnVoucher', () => {
  test('T7: gives the points back once, with their expiration, or 30 days if that is later', async () => {
    const ana = await server.as('ana')
    const before = await pointsOf(ana)
    const { rows: soon } = await server.owner.query<{ points: number }>(
      `update points_lot set expires_at = '2026-09-09T03:00:00Z' where id = (
        select id from points_lot where loyalty_code = $1 and remaining between 1 and 200 order by expires_at limit 1)
      returning remaining::int as points`,
      [CLUB],
    )
    const { voucher } = await ana.call(takeReward, { loyaltyCode: CLUB, reward: 'cafe' })
    const give = () => ana.call(returnVoucher, { voucherId: voucher.id })
    const answers = await Promise.all([give(), give()])
    for (const answer of answers)
      expect(accepted(answer).voucher).toMatchObject({ id: voucher.id, state: 'released' })
    expect((await pointsOf(ana))?.points).toBe(before?.points)
    const { rows } = await server.context.db.execute<{ points: number; expires: string }>(sql`
      select l.points::int, l.expires_at::date::text as expires, l.expires_at >= r.expires_at as kept
      from ledger_transaction t join points_lot l on l.transaction_id = t.id
      join redemption_lot r on r.redemption_id::text = t.event_id and r.points = l.points
      where t.event = 'giveBack' order by l.expires_at`)
    expect(rows[0]).toEqual({ points: soon[0]?.points, expires: '2026-10-08', kept: true })
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(250)
  })

  test('refuses a voucher that was used, that is unknown, and that of another person', async () => {
    const [ana, fede] = [await server.as('ana'), await server.as('fede')]
    const { voucher } = await ana.call(takeReward, { loyaltyCode: CLUB, reward: 'cafe' })
    const reasonOf = async (who: Person, voucherId: string) =>
      (await who.call(returnVoucher, { voucherId })).responseHeader.reason
    expect(await reasonOf(fede, voucher.id)).toBe('not_found')
    expect(await reasonOf(ana, 'no es un id')).toBe('not_found')
    await server.context.db.execute(
      sql`update redemption set state = 'captured', ended_at = created_at where id = ${voucher.id}`,
    )
    expect(await reasonOf(ana, voucher.id)).toBe('voucher_used')
  })
})
