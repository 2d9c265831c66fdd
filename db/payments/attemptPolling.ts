import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { AttemptState } from '#contract/entities/payment.ts'
import { type Attempt, attemptById, attemptColumns } from '#db/payments/attempts.ts'
import type { Db } from '#db/connection.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'

/** Further ahead than any look is planned, in milliseconds: the longest wait is an hour. */
const FARTHEST = 2 * 3_600_000

/**
 * Takes attempts that are due for a look, the longest due first, and moves their next look on by
 * the lease: whoever else asks meanwhile gets others, and a process that dies loses nothing. A look
 * counts when it begins.
 */
export async function leaseDueAttempts(
  db: Db,
  lease: { now: Date; until: Date; count: number },
): Promise<Attempt[]> {
  // Nobody plans so far ahead but a clock that was wrong.
  const wrong = new Date(lease.now.getTime() + FARTHEST)
  const due = db
    .select({ id: paymentAttempt.id })
    .from(paymentAttempt)
    .where(
      and(
        isNotNull(paymentAttempt.lookAt),
        or(sql`${paymentAttempt.lookAt} <= ${lease.now}`, sql`${paymentAttempt.lookAt} > ${wrong}`),
      ),
    )
    .orderBy(paymentAttempt.lookAt)
    .limit(lease.count)
    .for('update', { skipLocked: true })
  const taken = await db
    .update(paymentAttempt)
    .set({ lookAt: lease.until, looks: sql`${paymentAttempt.looks} + 1` })
    .where(inArray(paymentAttempt.id, due))
    .returning({ id: paymentAttempt.id })
  if (taken.length === 0) return []
  return await db
    .select(attemptColumns)
    .from(paymentAttempt)
    .innerJoin(debt, eq(debt.reference, paymentAttempt.debtReference))
    .where(
      inArray(
        paymentAttempt.id,
        taken.map(({ id }) => id),
      ),
    )
}

/** The attempt as it was read, if nobody has planned another look since. */
const unmoved = ({ id, lookAt }: Attempt) =>
  and(
    eq(paymentAttempt.id, id),
    lookAt ? eq(paymentAttempt.lookAt, lookAt) : isNull(paymentAttempt.lookAt),
  )

/** Plans the next look after one that settled nothing. */
export async function schedulePoll(db: Db, attempt: Attempt, lookAt: Date): Promise<void> {
  await db.update(paymentAttempt).set({ lookAt }).where(unmoved(attempt))
}

/**
 * Something happened: the reconciler looks soon, and its patience starts anew.
 * @param spared the states that it puts in no doubt: an attempt that is there is left as it is
 */
export async function pollSoon(
  db: Db,
  id: string,
  lookAt: Date,
  spared: AttemptState[] = [],
): Promise<void> {
  await db
    .update(paymentAttempt)
    .set({ lookAt, looks: 0 })
    .where(and(eq(paymentAttempt.id, id), notInArray(paymentAttempt.state, spared)))
}

/**
 * Nothing is left to find out.
 * @returns the attempt as it is now
 */
export async function stopPolling(db: Db, attempt: Attempt): Promise<Attempt> {
  await db.update(paymentAttempt).set({ lookAt: null }).where(unmoved(attempt))
  return await attemptById(db, attempt.id)
}
