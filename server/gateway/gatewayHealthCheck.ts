import type { JobQueue } from '#db/jobs/queue.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { type Job, JobFailure } from '#server/jobs/job.ts'

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
  run: async ({ gateway, jobs, log }, _data, signal) => {
    const wasUp = await lastGatewayHealth(jobs)
    const up = await gateway.echo(ECHO_TIMEOUT_MS).then(
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
    if (signal.aborted) throw new JobFailure('stopping')
    if (up && !wasUp) log.info({ event: 'gateway.available' }, 'The gateway answers.')
    if (!up && wasUp !== false)
      log.warn({ event: 'gateway.unavailable' }, 'The gateway does not answer.')
    return { up }
  },
}

/** Whether the gateway answered the last echo of any process; null when none is stored. */
export async function lastGatewayHealth(jobs: Pick<JobQueue, 'lastResult'>) {
  const result = (await jobs.lastResult('gateway_health')) as { up?: boolean } | null
  return result?.up ?? null
}
