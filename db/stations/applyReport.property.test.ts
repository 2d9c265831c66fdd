import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ReportedItem, ReportedSale } from '#contract/entities/reportedItem.ts'
import { inTransaction } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { closeShiftOf } from '#db/stations/shifts.ts'
import {
  cfe,
  cfeOfOther,
  reportedSale,
  returnOf,
  superSold,
  voidOf,
} from '#testing/fixtures/reportedItems.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

/** Ana's loyalty: 3 points per whole litre of Super. */
const ANA = '60000001'
const database = demoDatabaseForFile()
let tills: ReportingTerminal[] = []
beforeAll(async () => {
  await widenBounds(database.client)
  tills = await insertTills(database.client)
})

/** A sale of a till, with what happens to it. */
const history = fc.record({
  till: fc.nat(1),
  litres: fc.integer({ min: 10, max: 40 }),
  returned: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
  isVoided: fc.boolean(),
  isMember: fc.boolean(),
  document: fc.constantFrom('none' as const, 'own' as const, 'other' as const),
})
type History = typeof history extends fc.Arbitrary<infer Of> ? Of : never

/** Half litres, so that the points of what remains are not in proportion. */
const half = (litres: number) => ({
  lines: [{ line: 1, millilitres: litres * 500, amount: litres * 3844 }],
})

let documents = 0

function itemsOf(
  { litres, returned, isVoided, isMember, document }: History,
  ticket: string,
  shift: string,
) {
  const given: Partial<ReportedSale> = { shift, loyaltyCode: isMember ? ANA : '' }
  if (document !== 'none') given.cfe = (document === 'own' ? cfe : cfeOfOther)((documents += 1))
  const sale = reportedSale(ticket, 0, { ...given, lines: [superSold(litres)] })
  const returns = returned.map((count, place) =>
    returnOf(sale, `${ticket}-${place}`, 0, { ...half(count), shift }),
  )
  return [sale, ...returns, ...(isVoided ? [voidOf(sale, { shift })] : [])]
}

/** The model: what a sale leaves, however its items arrive. */
const pointsOf = ({ litres, returned, isVoided, isMember, document }: History) =>
  isMember && !isVoided && document !== 'other'
    ? 3 * Math.floor(litres - returned.reduce((sum, count) => sum + count, 0) / 2)
    : 0

const messages = fc.record({
  histories: fc.array(history, { minLength: 1, maxLength: 5 }),
  /** The order of the items, each of which comes once or twice. */
  order: fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }),
  size: fc.integer({ min: 1, max: 9 }),
})
let runs = 0

describe('applyReport', () => {
  test('any order, repeats and simultaneous batches have the effect of the model (T1, T3, T5, T15)', async () => {
    const report = reporter(database.db)
    await fc.assert(
      fc.asyncProperty(messages, async ({ histories, order, size }) => {
        const shift = `S${(runs += 1)}`
        // Both tills have the same ticket numbers.
        const sent = histories.flatMap((one, place) =>
          itemsOf(one, `${shift}-${place}`, shift).map((item) => ({ till: one.till, item })),
        )
        const arriving = [...sent, ...sent.filter((_, place) => place % 2)]
          .map((message, place) => ({ message, key: order[place] ?? 0 }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ message }) => message)
        const before = await balanceOf(database.db, ANA)
        await Promise.all(
          [0, 1].flatMap((till) => {
            const ofTill = arriving.filter((one) => one.till === till).map(({ item }) => item)
            const batches: ReportedItem[][] = []
            while (ofTill.length > 0) batches.push(ofTill.splice(0, size))
            return batches.map((batch) => report(tills[till], batch))
          }),
        )
        const expected = histories.reduce((sum, one) => sum + pointsOf(one), 0)
        expect((await balanceOf(database.db, ANA)) - before).toBe(expected)
        const sales = sent.flatMap(({ item }) => (item.kind === 'sale' ? [item] : []))
        const millilitres = sales.reduce((sum, { lines }) => sum + (lines[0]?.millilitres ?? 0), 0)
        const amount = sales.reduce((sum, { lines }) => sum + (lines[0]?.amount ?? 0), 0)
        const count = (kind: string) => sent.filter(({ item }) => item.kind === kind).length
        const totals = {
          sales: count('sale'),
          voids: count('void'),
          returns: count('return'),
          amounts: { 858: amount },
          millilitres: { super: millilitres },
        }
        const close = { code: shift, ofStation: true, totals, now: FIXED_DATE }
        const [till] = tills
        if (!till) throw new Error('no till')
        const closed = await inTransaction(database.db, (tx) => closeShiftOf(tx, till, close))
        expect(closed.differences).toEqual([])
      }),
      { numRuns: 25, endOnFailure: true },
    )
    expect(await checkInvariants(database.db)).toEqual([])
  })
})
