import { reconciledDays, resetFutureDays } from '#db/payments/reconciliations.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayClient.ts'
import type { Job } from '#server/jobs/job.ts'
import { daysDue } from '#server/payments/reconciliation/businessDay.ts'
import { reconcileDay } from '#server/payments/reconciliation/reconcileDay.ts'

/** How far apart the clocks of processes may be, in milliseconds. */
const AHEAD = 3_600_000

/**
 * Compares each business day with the gateway, once, after it has ended. It runs every minute, since
 * a day whose gateway was away is tried again. A process that stops ends between two queries, and
 * the next run goes on.
 */
export const reconciliationJob: Job = {
  queue: 'reconciliation',
  concurrency: 1,
  pollSeconds: 5,
  schedule: { cron: '* * * * *', secondsAfterStart: 0 },
  run: async (context, _data, signal) => ({ days: await reconcileDueDays(context, signal) }),
}

/**
 * Compares all days that are due and not done, the oldest first. It never throws: what cannot be
 * compared now is tried again.
 * @returns the days that were compared
 */
export async function reconcileDueDays(context: Context, signal?: AbortSignal): Promise<string[]> {
  const done: string[] = []
  try {
    const now = context.now()
    await resetFutureDays(context.db, new Date(now.getTime() + AHEAD))
    const due = daysDue(now)
    const before = await reconciledDays(context.db, due)
    for (const day of due.filter((one) => !before.has(one)))
      if (!signal?.aborted && (await isCompared(context, day, signal))) done.push(day)
  } catch (error) {
    context.log.error({ err: error }, 'the days that are due could not be read')
  }
  return done
}

/** What goes wrong with one day is nothing to the others. */
async function isCompared(context: Context, day: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return await reconcileDay(context, day, signal)
  } catch (error) {
    if (error instanceof GatewayUnreachable)
      context.log.warn(
        { day, why: error.message },
        'the gateway is away: the day is compared later',
      )
    else context.log.error({ err: error, day }, 'a day could not be compared')
    return false
  }
}
