import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { PAYMENT_MEANS, type ProposedRule } from '#contract/entities/accrualRule.ts'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { inTransaction } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { insertRules, withValidity } from '#db/loyalty/accrualRules.ts'
import { simulateRules } from '#db/loyalty/simulateRules.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { reportedSale, returnOf, superSold, voidOf } from '#testing/fixtures/reportedItems.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'

/** Both of Ana, in the club and in the programme of the sponsor. */
const MEMBERS = ['60000001', '60000002', '']
const database = demoDatabaseForFile()
let tills: ReportingTerminal[] = []
beforeAll(async () => {
  tills = await insertTills(database.client)
})

const rule: fc.Arbitrary<ProposedRule> = fc.record({
  programme: fc.constantFrom('surtidor', 'surtidor', 'uber'),
  product: fc.constantFrom('' as const, 'super' as const, 'store' as const),
  weekdays: fc.subarray([1, 3, 5, 7]),
  hourFrom: fc.constantFrom(0, 8, 20),
  hourUntil: fc.constantFrom(4, 14, 24),
  means: fc.subarray([...PAYMENT_MEANS], { maxLength: 2 }),
  perLitre: fc.nat(9),
  perHundred: fc.nat(9),
})
const sale = fc.record({
  hour: fc.nat(24 * 14 - 1),
  member: fc.constantFrom(...MEMBERS),
  litres: fc.integer({ min: 10, max: 40 }),
  pesos: fc.integer({ min: 50, max: 900 }),
  means: fc.array(fc.constantFrom(...PAYMENT_MEANS.filter((one) => one !== 'account')), {
    minLength: 1,
    maxLength: 2,
  }),
  returned: fc.nat(3),
  isVoided: fc.boolean(),
})
type Sale = typeof sale extends fc.Arbitrary<infer Of> ? Of : never

/** The items of sales in the two weeks from a day on; the tickets of each two weeks are others. */
function itemsOf(sales: readonly Sale[], from: Date): ReportedItem[] {
  return sales.flatMap((one, place) => {
    const at = (minutes: number) =>
      new Date(from.getTime() + one.hour * 3_600_000 + minutes * 60_000).toISOString()
    const ticket = `${Math.floor(from.getTime() / DAY_MS)}-${place}`
    const sold = reportedSale(ticket, 0, {
      datetime: at(5),
      shift: 'S',
      loyaltyCode: one.member,
      lines: [
        superSold(one.litres),
        { product: 'store', millilitres: 0, unitPrice: 1, amount: one.pesos * 100 },
      ],
      payments: one.means.map((means) => ({ means, amount: 1, rrn: '', lastFour: '' })),
    })
    return [
      sold,
      ...(one.returned > 0
        ? [returnOf(sold, `${ticket}r`, one.returned, { datetime: at(10) })]
        : []),
      // A void of the same minutes in a third of the sales.
      ...(one.isVoided && place % 3 === 0 ? [voidOf(sold, { datetime: at(20) })] : []),
    ]
  })
}

describe('simulateRules', () => {
  test('says what the same sales give once the rules are stored, per rule and in all', async () => {
    const report = reporter(database.db)
    let start = Date.parse('2026-09-07T00:00:00-03:00')
    /** What the sales of two weeks left, of the ledger's own columns. */
    const left = async (from: Date) => {
      const { rows } = await database.client.query<{
        identity: string
        code: string
        points: number
      }>(
        `select identity, loyalty_code as code, sum(points_due)::int as points
        from sale_event join sale_line using (identity)
        where kind = 'sale' and loyalty_code is not null and at >= $1 and at < $2::timestamptz + interval '14 days'
        group by 1, 2 order by ticket`,
        [from, from],
      )
      return rows
    }
    const sumOf = (rows: { points: number }[]) => rows.reduce((sum, one) => sum + one.points, 0)
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          rule.filter((one) => one.hourFrom !== one.hourUntil),
          { minLength: 1, maxLength: 4 },
        ),
        fc.array(sale, { minLength: 1, maxLength: 12 }),
        async (rules, sales) => {
          const [from, next] = [new Date(start), new Date(start + 14 * DAY_MS)]
          const end = new Date(start + 28 * DAY_MS)
          start = end.getTime()
          await report(tills[0], itemsOf(sales, from), next)
          const proposed = rules.map((one) => withValidity(one, next, end))
          const simulated = await simulateRules(database.db, proposed, { from, to: next })
          if (!simulated) throw new Error('too many sales')
          const before = await left(from)
          expect(simulated.pointsBefore).toBe(sumOf(before))
          await inTransaction(database.db, async (tx) => {
            const actorId = '00000000-0000-8000-8000-000000000001'
            await insertRules(tx, proposed, { actorId, now: from })
          })
          await report(tills[0], itemsOf(sales, next), end)
          const after = await left(next)
          expect(simulated.pointsAfter).toBe(sumOf(after))
          const changed = before.filter((one, place) => one.points !== after[place]?.points)
          expect(simulated.members).toBe(new Set(changed.map(({ code }) => code)).size)
          for (const which of ['pointsBefore', 'pointsAfter'] as const)
            expect(simulated.rules.reduce((sum, one) => sum + one[which], 0)).toBe(simulated[which])
          // After: which rule gave what, as a simulation without a proposal reads it from what is stored.
          const stored = await simulateRules(database.db, [], { from: next, to: end })
          expect(stored?.pointsBefore).toBe(simulated.pointsAfter)
          const points = (of: typeof simulated.rules, which: 'pointsBefore' | 'pointsAfter') =>
            of.flatMap((one) => one[which] || []).toSorted((one, other) => one - other)
          expect(points(simulated.rules, 'pointsAfter')).toEqual(
            points(stored?.rules ?? [], 'pointsBefore'),
          )
        },
      ),
      { numRuns: 12, endOnFailure: true },
    )
    expect(await checkInvariants(database.db)).toEqual([])
  })
})
