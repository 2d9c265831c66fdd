import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { type Attempt, attemptById, haveSameTerms } from '#db/payments/attempts.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { applyTo, openAttempt } from '#testing/harness/attemptSteps.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

const PRICE = 7688
const database = demoDatabaseForFile()
const apply = (seen: Attempt, to: 'PAID' | 'VOIDED') => applyTo(database.db, seen, to, FIXED_DATE)
let till: ReportingTerminal | undefined
beforeAll(async () => {
  await widenBounds(database.client)
  till = (await insertTills(database.client))[0]
})

const debtOfSale = async (ticket: string) =>
  (await database.db.select().from(debt).where(eq(debt.invoiceNumber, ticket)))[0]

/** Pays the debt as a server does: a charge that may not stand is voided. */
async function pay(ticket: string): Promise<void> {
  const owed = await debtOfSale(ticket)
  if (!owed) return
  const attempt = await openAttempt(database.db, owed, FIXED_DATE)
  if (!attempt) return
  const charged =
    haveSameTerms(attempt, owed) && (await apply(attempt, 'PAID')).result !== 'refused'
  if (!charged) await apply(await attemptById(database.db, attempt.id), 'VOIDED')
}
/** The gateway voids every charge of the debt. */
async function voidCharges(ticket: string): Promise<void> {
  const owed = await debtOfSale(ticket)
  if (!owed) return
  const ofDebt = eq(paymentAttempt.debtReference, owed.reference)
  for (const { id } of await database.db.select().from(paymentAttempt).where(ofDebt)) {
    const attempt = await attemptById(database.db, id)
    if (attempt.state === 'PAID') await apply(attempt, 'VOIDED')
  }
}

/** A sale of 20 litres with what happens to it, in the order of the keys and some steps at once. */
const history = fc.record({
  litres: fc.integer({ min: 1, max: 20 }),
  returned: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
  isVoided: fc.boolean(),
  isMember: fc.boolean(),
  payments: fc.nat(2),
  chargeVoids: fc.nat(2),
  order: fc.array(fc.nat(1000), { minLength: 20, maxLength: 20 }),
  atOnce: fc.integer({ min: 1, max: 4 }),
})

describe('updateAccountDebts', () => {
  test('owes what remains of each sale after voids, returns and payments in any order (T11)', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        const { litres, returned, isVoided, isMember, order, atOnce } = given
        const ticket = `P${(runs += 1)}`
        const means = { means: 'account' as const, amount: litres * PRICE, rrn: '', lastFour: '' }
        const loyaltyCode = isMember ? '60000001' : ''
        const cash = { ...means, means: 'cash' as const, amount: 20 * 7688 }
        const sale = reportedSale(ticket, 20, { payments: [means, cash], loyaltyCode })
        const items: ReportedItem[] = [
          sale,
          sale,
          ...returned.map((count, place) => returnOf(sale, `${ticket}-${place}`, count)),
          ...(isVoided ? [voidOf(sale)] : []),
        ]
        const report = reporter(database.db)
        const steps = [
          ...items.map((item) => () => report(till, [item])),
          ...Array.from({ length: given.payments }, () => () => pay(ticket)),
          ...Array.from({ length: given.chargeVoids }, () => () => voidCharges(ticket)),
        ]
        const ordered = steps
          .map((step, place) => ({ step, key: order[place] ?? 0 }))
          .toSorted((one, other) => one.key - other.key)
        while (ordered.length > 0)
          await Promise.all(ordered.splice(0, atOnce).map(({ step }) => step()))
        const rest = Math.max(0, litres - returned.reduce((sum, count) => sum + count, 0))
        const amount = isVoided || !isMember ? 0 : rest * PRICE
        const before = await debtOfSale(ticket)
        if (before?.state === 'PAID') expect(before.amount).toBeGreaterThanOrEqual(amount)
        // A paid debt, of which too much may be paid, is never lost; its refund leaves what is owed.
        await voidCharges(ticket)
        const after = await debtOfSale(ticket)
        if (amount > 0) expect(after).toMatchObject({ state: 'PENDING', amount })
        else if (after) expect(after.state).toBe('VOIDED')
      }),
      { numRuns: 60, endOnFailure: true },
    )
    expect(await checkInvariants(database.db)).toEqual([])
  })
})
