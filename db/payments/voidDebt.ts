import { and, eq, gte, inArray, notExists, or, sql } from 'drizzle-orm'
import { startOfDay } from '#contract/dates.ts'
import type { Currency } from '#contract/money.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { ACTIVE_STATES, outcomePending } from '#db/payments/attempts.ts'
import type { By } from '#db/proposals/proposals.ts'
import { audit } from '#db/tables/audit.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'
import { proposal } from '#db/tables/proposals.ts'

/** Whether a payment of a debt is under way: its page may still charge, or the outcome is not known. */
export const isBeingPaid = or(inArray(paymentAttempt.state, ACTIVE_STATES), outcomePending)

export type VoidableDebt = typeof debt.$inferSelect

/**
 * Locks a debt that is neither paid nor being paid; a till's request has its own end. The locks are those of
 * a payment that is opened, in its order, so that of both the first one counts.
 * @returns the debt; undefined when it is paid, being paid, voided, of a till's request, or none
 */
export async function lockVoidableDebt(
  tx: Db,
  reference: string,
): Promise<VoidableDebt | undefined> {
  const owner = tx.select({ id: debt.personId }).from(debt).where(eq(debt.reference, reference))
  await tx.select({ id: person.id }).from(person).where(eq(person.id, owner)).for('share')
  const unpaid = whereEquals(debt, { reference, state: 'PENDING', requestId: null })
  const [owed] = await tx.select().from(debt).where(unpaid).for('update')
  if (!owed) return undefined
  // Read with a snapshot of its own, while the lock keeps other attempts from being opened.
  const ofDebt = eq(paymentAttempt.debtReference, reference)
  return (await tx.$count(paymentAttempt, and(ofDebt, isBeingPaid))) > 0 ? undefined : owed
}

/**
 * Cents of the debts of a currency that an operator voided on this day without a second one. Those of one
 * operator wait for each other by the lock on their own row, under which the second factor is checked.
 */
export async function voidedAlone(
  tx: Db,
  { actorId, now }: By,
  currency: Currency,
): Promise<number> {
  const confirmed = tx
    .select()
    .from(proposal)
    .where(
      and(
        whereEquals(proposal, { kind: 'debtVoid', state: 'confirmed' }),
        eq(proposal.subject, debt.reference),
      ),
    )
  const [sum] = await tx
    .select({ cents: sql<string>`coalesce(sum(${debt.amount}), 0)` })
    .from(audit)
    .innerJoin(debt, eq(debt.reference, audit.subject))
    .where(
      and(
        whereEquals(audit, { actorId, action: 'voidDebt' }),
        gte(audit.at, startOfDay(now)),
        eq(debt.currency, currency),
        notExists(confirmed),
      ),
    )
  return Number(sum?.cents)
}

/** Voids a debt that `lockVoidableDebt` has locked; a charge that the gateway tells of later is voided there (P9). */
export async function voidDebt(tx: Db, reference: string): Promise<void> {
  await tx.update(debt).set({ state: 'VOIDED' }).where(eq(debt.reference, reference))
}
