import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { loyaltiesOf, statusOfMember } from '#db/loyalty/loyalties.ts'
import { type Posting, post, transferBalance } from '#db/loyalty/pointsLedger.ts'
import type { LotTerms } from '#db/loyalty/pointsLots.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'

/** Ana's loyalties; the second is emptied, so that each test begins with its own lots. */
const [CLUB, UBER] = ['60000001', '60000002']
const database = demoDatabaseForFile()
let anaId = ''

const later = (days: number) => new Date(FIXED_DATE.getTime() + days * DAY_MS)
const change = async (points: number, at: Date, more: Partial<Posting> = {}) => {
  const id = randomUUID()
  const event = { id, event: 'redemption', eventId: id, loyaltyCode: UBER, points } as const
  const posting: Posting = { ...event, concept: 'Prueba', rrn: '000000000001', at, ...more }
  await database.db.transaction((tx) => post(tx, posting))
  return id
}
const give = (points: number, at: Date, lot: LotTerms) => change(points, at, { lot })
const points = async (at: Date) => {
  const loyalties = await loyaltiesOf(database.db, anaId, at)
  const { spendablePoints, pendingPoints, pendingUntil, expiring } =
    loyalties.find(({ loyaltyCode }) => loyaltyCode === UBER) ?? {}
  return { spendablePoints, pendingPoints, pendingUntil, expiring }
}

const assertLots = async () =>
  expect((await checkInvariants(database.db)).filter(({ code }) => code === 'L12')).toEqual([])

beforeAll(async () => {
  const { rows } = await database.client.query<{ id: string; balance: string }>(
    `select person_id as id, balance from loyalty join ledger_account on loyalty_code = code where code = $1`,
    [UBER],
  )
  anaId = rows[0]?.id ?? ''
  await change(-Number(rows[0]?.balance), FIXED_DATE)
})

describe('lots of points', () => {
  test('are pending until the end of the day after the posting, and expire at the end of their last day', async () => {
    await give(30, FIXED_DATE, { pendingDays: 1, expiresMonths: 1 })
    await give(20, FIXED_DATE, { pendingDays: 3, expiresMonths: 1 })
    await give(5, FIXED_DATE, {})
    const expiring = [
      { date: '20261007', points: 50 },
      { date: '20280907', points: 5 },
    ]
    expect(await points(FIXED_DATE)).toEqual({
      spendablePoints: 5,
      pendingPoints: 50,
      pendingUntil: '20260909000000',
      expiring,
    })
    const midnight = new Date('2026-09-09T00:00:00-03:00')
    expect(await points(new Date(midnight.getTime() - 1))).toMatchObject({ pendingPoints: 50 })
    expect(await points(midnight)).toMatchObject({
      spendablePoints: 35,
      pendingPoints: 20,
      pendingUntil: '20260911000000',
    })
    expect((await statusOfMember(database.db, UBER, midnight))?.points).toBe(35)
    expect(await points(later(5))).toMatchObject({ pendingPoints: 0, pendingUntil: '' })
  })

  test('a redemption takes the spendable points that expire first, and no pending ones', async () => {
    await expect(change(-6, FIXED_DATE)).rejects.toThrow('fewer than 6 spendable points')
    await change(-32, later(2))
    const expiring = [
      { date: '20261007', points: 20 },
      { date: '20280907', points: 3 },
    ]
    expect(await points(later(2))).toMatchObject({
      spendablePoints: 3,
      pendingPoints: 20,
      expiring,
    })
    await assertLots()
  })

  test('a reversal takes its own lot first, then pending ones, then those that expire first', async () => {
    const own = await give(10, later(2), { expiresMonths: 3 })
    await change(-12, later(2), { event: 'reversal', own })
    expect(await points(later(2))).toMatchObject({ spendablePoints: 3, pendingPoints: 18 })
    await change(-19, later(2), { event: 'reversal' })
    expect(await points(later(2))).toMatchObject({ spendablePoints: 2, pendingPoints: 0 })
    await assertLots()
  })

  test('a transfer keeps the times of the lots', async () => {
    await give(7, later(6), { pendingDays: 2, expiresMonths: 6 })
    const { expiring } = await points(later(6))
    await database.client.query(
      `update loyalty set ended_at = $1, programme = 'surtidor' where code = $2`,
      [later(6), CLUB],
    )
    await database.db.transaction((tx) =>
      transferBalance(tx, { from: UBER, to: CLUB, concept: '', rrn: '1', at: later(7) }),
    )
    const moved = await database.db.execute(sql`
      select remaining::int, to_char(spendable_from at time zone 'America/Montevideo', 'DDHH24') as from
      from points_lot join ledger_transaction t on t.id = transaction_id
      where loyalty_code = ${CLUB} and t.event = 'transfer' order by expires_at`)
    expect(moved.rows).toEqual([
      { remaining: 7, from: '1600' },
      { remaining: 2, from: '0712' },
    ])
    expect(expiring).toHaveLength(2)
    expect((await points(later(7))).expiring).toEqual([])
    await assertLots()
  })
})
