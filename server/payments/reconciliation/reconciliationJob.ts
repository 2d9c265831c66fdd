import { HOUR_MS } from '#contract/dates.ts'
import { resetFutureDays, unfinishedDays } from '#db/payments/reconciliations.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { Job } from '#server/jobs/job.ts'
import { daysDue } from '#server/payments/businessDay.ts'
import { reconcileDay } from '#server/payments/reconciliation/reconcileDay.ts'

/** How far apart the clocks of processes may be, in milliseconds. */
const MAX_CLOCK_SKEW_MS = HOUR_MS

/**
 * Reconciles each business day with the gateway, once, after it has ended. It runs every minute,
 * since a day is tried again while the gateway is unreachable. A process that stops ends between two
 * queries, and the next run goes on.
 */
export const reconciliationJob: Job = {
  queue: 'reconciliation',
  concurrency: 1,
  pollSeconds: 5,
  schedule: { cron: '* * * * *', secondsAfterStart: 0 },
  run: async (context, _data, signal) => ({ days: await reconcileDueDays(context, signal) }),
}

/**
 * Reconciles all days that are due and not finished, the oldest first. It never throws: a failed
 * day is tried again.
 * @returns the days that were finished
 */
export async function reconcileDueDays(context: Context, signal?: AbortSignal): Promise<string[]> {
  const finished: string[] = []
  try {
    const now = context.now()
    await resetFutureDays(context.db, new Date(now.getTime() + MAX_CLOCK_SKEW_MS))
    for (const day of await unfinishedDays(context.db, daysDue(now)))
      if (!signal?.aborted && (await isReconciled(context, day, signal))) finished.push(day)
  } catch (error) {
    context.log.error(
      { event: 'reconciliation.days_unreadable', err: error },
      'The days that are due could not be read.',
    )
  }
  return finished
}

/** A failure with one day must not end the reconciliation of the others (X5). */
async function isReconciled(context: Context, day: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return await reconcileDay(context, day, signal)
  } catch (error) {
    if (error instanceof GatewayUnreachable)
      context.log.warn(
        { event: 'reconciliation.gateway_unreachable', day, why: error.message },
        'The gateway is unreachable: the day is reconciled later.',
      )
    else
      context.log.error(
        { event: 'reconciliation.day_failed', err: error, day },
        'A day could not be reconciled.',
      )
    return false
  }
}
