import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import { HOUR_MS } from '#contract/dates.ts'
import type { AttemptState } from '#contract/entities/payment.ts'
import type { Db } from '#db/core/db.ts'
import { ACTIVE_STATES, type Attempt, attemptById, selectAttempts } from '#db/payments/attempts.ts'
import { paymentAttempt } from '#db/tables/payments.ts'

/** Longer than the longest delay between two polls (an hour), in milliseconds. */
const MAX_POLL_DELAY_MS = 2 * HOUR_MS

/**
 * Leases attempts that are due for a poll, the longest due first: their next poll moves to the end
 * of the lease, so that no other process takes them, and they are due again when a process dies.
 * A poll is counted when it begins.
 */
export async function leaseDueAttempts(db: Db, lease: { now: Date; until: Date; count: number }) {
  // A poll scheduled further ahead comes from a wrong clock and is taken now.
  const tooFar = new Date(lease.now.getTime() + MAX_POLL_DELAY_MS)
  const due = db
    .select({ id: paymentAttempt.id })
    .from(paymentAttempt)
    .where(
      and(
        isNotNull(paymentAttempt.nextPollAt),
        or(
          sql`${paymentAttempt.nextPollAt} <= ${lease.now}`,
          sql`${paymentAttempt.nextPollAt} > ${tooFar}`,
        ),
      ),
    )
    .orderBy(paymentAttempt.nextPollAt)
    .limit(lease.count)
    .for('update', { skipLocked: true })
  const leased = await db
    .update(paymentAttempt)
    .set({ nextPollAt: lease.until, pollCount: sql`${paymentAttempt.pollCount} + 1` })
    .where(inArray(paymentAttempt.id, due))
    .returning({ id: paymentAttempt.id })
  if (leased.length === 0) return []
  const ids = leased.map(({ id }) => id)
  return await selectAttempts(db).where(inArray(paymentAttempt.id, ids))
}

type ReadAttempt = Pick<Attempt, 'id' | 'nextPollAt'>

/** The attempt, unless another poll was scheduled since it was read. */
const unlessRescheduled = ({ id, nextPollAt }: ReadAttempt) =>
  and(
    eq(paymentAttempt.id, id),
    nextPollAt ? eq(paymentAttempt.nextPollAt, nextPollAt) : isNull(paymentAttempt.nextPollAt),
  )

/**
 * Schedules the next poll of an attempt. By default something happened to it: whatever was
 * scheduled is replaced, and the backoff starts again.
 * @param options.afterPoll the last poll found no outcome: the backoff goes on, and a poll that was
 *   scheduled since the attempt was read stays as it is
 * @param options.exceptStates an attempt in one of these states is left as it is
 */
export async function schedulePoll(
  db: Db,
  attempt: ReadAttempt,
  nextPollAt: Date,
  {
    afterPoll = false,
    exceptStates = [],
  }: { afterPoll?: boolean; exceptStates?: AttemptState[] } = {},
): Promise<void> {
  const selected = afterPoll ? unlessRescheduled(attempt) : eq(paymentAttempt.id, attempt.id)
  await db
    .update(paymentAttempt)
    .set(afterPoll ? { nextPollAt } : { nextPollAt, pollCount: 0 })
    .where(and(selected, notInArray(paymentAttempt.state, exceptStates)))
}

/**
 * Polls the open attempt of a debt at once, because the debt takes no charge of it any more: the poll
 * closes its page.
 */
export async function pollActiveAttempts(tx: Db, debtReference: string, now: Date): Promise<void> {
  const open = and(
    eq(paymentAttempt.debtReference, debtReference),
    inArray(paymentAttempt.state, ACTIVE_STATES),
  )
  await tx.update(paymentAttempt).set({ nextPollAt: now, pollCount: 0 }).where(open)
}

/**
 * Ends the polling of an attempt whose outcome is known, unless another poll was scheduled since
 * the attempt was read.
 * @returns the attempt as it is now
 */
export async function stopPolling(db: Db, attempt: Attempt): Promise<Attempt> {
  await db.update(paymentAttempt).set({ nextPollAt: null }).where(unlessRescheduled(attempt))
  return await attemptById(db, attempt.id)
}
