import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { ACTIVE_STATES, outcomePending } from '#db/payments/attempts.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'

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
  await tx.select({ id: person.id }).from(person).where(eq(person.id, owner)).for('key share')
  const unpaid = whereEquals(debt, { reference, state: 'PENDING', requestId: null })
  const [owed] = await tx.select().from(debt).where(unpaid).for('update')
  if (!owed) return undefined
  // Read with a snapshot of its own, while the lock keeps other attempts from being opened.
  const ofDebt = eq(paymentAttempt.debtReference, reference)
  return (await tx.$count(paymentAttempt, and(ofDebt, isBeingPaid))) > 0 ? undefined : owed
}

/** Voids a debt that `lockVoidableDebt` has locked; a charge that the gateway tells of later is voided there (P9). */
export async function voidDebt(tx: Db, reference: string): Promise<void> {
  await tx.update(debt).set({ state: 'VOIDED' }).where(eq(debt.reference, reference))
}
