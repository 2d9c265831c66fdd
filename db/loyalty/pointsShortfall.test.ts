import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { reportedSale, voidOf } from '#testing/fixtures/reportedItems.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'

/** Ana's loyalty in the club: 3 points per litre of Super. */
const ANA = '60000001'
const database = demoDatabaseForFile()
let tills: ReportingTerminal[] = []
let tickets = 0

beforeAll(async () => {
  tills = await insertTills(database.client)
})

const sale = (litres = 30) => reportedSale(`F${(tickets += 1)}`, litres, { loyaltyCode: ANA })
const report = (items: ReportedItem[], which = 0, now = FIXED_DATE) =>
  reporter(database.db)(tills[which], items, now)
const balance = () => balanceOf(database.db, ANA)
const assertInvariants = async () => expect(await checkInvariants(database.db)).toEqual([])
const shortfall = async () => {
  const { rows } = await database.client.query<{ balance: string }>(
    'select balance from ledger_account where shortfall_of = $1',
    [ANA],
  )
  return Math.abs(Number(rows[0]?.balance ?? 0))
}
/** The statement lines, newest first. */
const concepts = async () => {
  const { rows } = await database.client.query<{ concept: string }>(
    `select concept from ledger_entry e join ledger_transaction t on t.id = transaction_id
    join ledger_account a on a.id = account_id where loyalty_code = $1 order by e.seq desc`,
    [ANA],
  )
  return rows.map(({ concept }) => concept)
}
let spentAt = FIXED_DATE
/** Spends everything, two days after it was spent the last time: nothing is pending any more. */
const spendAll = async () => {
  const points = await balance()
  spentAt = new Date(spentAt.getTime() + 2 * DAY_MS)
  await database.db.transaction((tx) => spendPoints(tx, { loyaltyCode: ANA, points, at: spentAt }))
}

describe('points that were spent before their sale is voided', () => {
  test('L9: a void of spent points takes what is left, and the rest is set off against the next purchase', async () => {
    const whole = sale()
    await report([whole])
    await spendAll()
    await report([voidOf(whole)], 0, spentAt)
    expect(await shortfall()).toBe(90)
    // 30 of the next 120 points remain, and another void takes more than them.
    const next = sale(40)
    await report([next], 0, spentAt)
    expect(await shortfall()).toBe(0)
    await report([voidOf(next)], 0, spentAt)
    expect(await shortfall()).toBe(90)
    expect((await concepts()).slice(0, 3)).toEqual([
      expect.stringMatching(
        /^Anulación de tu compra .*: faltaban 90 puntos, se descuentan de tus próximas compras$/,
      ),
      'Descontamos 90 puntos que faltaban de una anulación o devolución',
      expect.stringMatching(/^Super en /),
    ])
    await report([sale(31)], 0, spentAt)
    expect([await shortfall(), await balance()]).toEqual([0, 3])
    await spendAll()
    await assertInvariants()
  })

  test('L9: two voids at once of spent points leave their shortfall once', async () => {
    const both = [sale(), sale()]
    await report(both, 0, spentAt)
    await spendAll()
    await Promise.all(both.map((one) => report([voidOf(one)], 0, spentAt)))
    expect(await shortfall()).toBe(180)
    await report([sale(60)], 0, spentAt)
    expect([await shortfall(), await balance()]).toEqual([0, 0])
    await assertInvariants()
  })
})
