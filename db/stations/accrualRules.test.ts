import { beforeAll, describe, expect, test } from 'vitest'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { reportedSale, voidOf } from '#testing/fixtures/reportedItems.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'

/** Ana's loyalty in the club: 3 points per litre of Super. */
const ANA = '60000001'
const database = demoDatabaseForFile()
let tills: ReportingTerminal[] = []
let tickets = 0
const ticket = () => `T${(tickets += 1)}`
beforeAll(async () => {
  tills = await insertTills(database.client)
})
const report = (items: ReportedItem[]) => reporter(database.db)(tills[0], items)
const assertInvariants = async () => expect(await checkInvariants(database.db)).toEqual([])

describe('applyReport: accrual rules', () => {
  const paidBy = (...means: ('debit' | 'cash')[]) => ({
    loyaltyCode: ANA,
    payments: means.map((one) => ({ means: one, amount: 76_880, rrn: '', lastFour: '' })),
  })
  test('T4: weekday, hours and means of the local time choose the rule, whenever it is reported', async () => {
    // Sunday 2026-09-06, from 22 to 2, by debit: 10 points per litre.
    await database.client.query(
      `insert into points_rule (programme, product, weekdays, hour_from, hour_until, means, valid_from, valid_until,
        per_litre, per_hundred, discount_basis_points)
      values ('surtidor', '', '[7]', 22, 2, '["debit"]', '2026-09-06T03:00Z', '2026-09-07T04:00Z', 10, 0, 0)`,
    )
    for (const [datetime, points, means] of [
      ['2026-09-06T21:59:59-03:00', 30, ['debit']],
      ['2026-09-06T22:00:00-03:00', 100, ['debit']],
      ['2026-09-07T02:30:00+01:00', 100, ['debit']],
      ['2026-09-06T23:00:00-03:00', 30, ['debit', 'cash']],
      // Monday.
      ['2026-09-07T00:30:00-03:00', 30, ['debit']],
    ] as const) {
      const sale = reportedSale(ticket(), 10, { ...paidBy(...means), datetime })
      expect(await report([sale])).toEqual([{ result: 'accepted', points }])
    }
    await assertInvariants()
  })

  test('answers why a sale of a member gave no points, and the same to its repeat', async () => {
    const wash = { product: 'wash' as const, millilitres: 0, unitPrice: 1, amount: 9_999 }
    const small = reportedSale(ticket(), 0, { loyaltyCode: ANA, lines: [wash] })
    const dollars = reportedSale(ticket(), 0, { ...small, ticket: ticket(), currency: '840' })
    const kerosene = { product: 'queroseno' as const, millilitres: 900, unitPrice: 0, amount: 0 }
    const none = reportedSale(ticket(), 0, { loyaltyCode: '60000002', lines: [kerosene] })
    const gone = reportedSale(ticket(), 10, { loyaltyCode: ANA })
    const found = await report([voidOf(gone), small, dollars, none, gone])
    expect(found.slice(1)).toEqual(
      ['below_minimum', 'other_currency', 'no_rule', 'voided'].map((noPoints) => ({
        result: 'accepted',
        points: 0,
        noPoints,
      })),
    )
    expect(await report([small])).toEqual([
      { result: 'duplicate', first: 'accepted', points: 0, noPoints: 'below_minimum' },
    ])
    await assertInvariants()
  })
})
