import type { JobQueue } from '#db/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { Job } from '#server/jobs/job.ts'

/** How long an echo may take, in milliseconds. */
const ECHO_TIMEOUT_MS = 5_000

/**
 * Sends the gateway an echo every minute, from one process of all. The result is a gauge and a log
 * line at each change. `/readyz` leaves it out: a server without its gateway still serves everything
 * but the opening of payments.
 */
export const gatewayHealthJob: Job = {
  queue: 'gateway_health',
  concurrency: 1,
  pollSeconds: 5,
  schedule: { cron: '* * * * *', secondsAfterStart: 0 },
  run: async (context) => ({
    up: await checkGateway(context, await lastGatewayHealth(context.jobs)),
  }),
}

/** Whether the gateway answered the last echo of any process; null when none is stored. */
export async function lastGatewayHealth(jobs: Pick<JobQueue, 'lastResult'>) {
  const result = (await jobs.lastResult('gateway_health')) as { up?: boolean } | null
  return result?.up ?? null
}

/**
 * Sends one echo.
 * @param wasUp the result of the last one; null: there was none
 * @returns whether the gateway answered and both sides hold the right keys
 */
async function checkGateway(context: Context, wasUp: boolean | null): Promise<boolean> {
  const { gateway, log } = context
  const isUp = await gateway.echo(ECHO_TIMEOUT_MS).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof GatewayUnreachable))
        log.error(
          { event: 'gateway.echo_failed', err: error },
          'The gateway health check has a defect.',
        )
      return false
    },
  )
  if (isUp !== wasUp) {
    if (isUp) log.info({ event: 'gateway.available' }, 'The gateway answers.')
    else log.warn({ event: 'gateway.unavailable' }, 'The gateway does not answer.')
  }
  return isUp
}
