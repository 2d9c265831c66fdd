import { setTimeout as sleep } from 'node:timers/promises'
import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Context } from '#server/context.ts'
import { type Job, JobFailure } from '#server/jobs/job.ts'

export interface JobRunner {
  stop(): Promise<void>
}

/** Milliseconds that a running job gets to end at a stop: after it, the queue gives the job again. */
const STOP_TIMEOUT_MS = 3_000

/** Seconds between two searches for a job that failed for good. */
const GIVEN_UP_POLL_S = 5

/**
 * Runs the jobs of the given kinds. Several processes on one database share the work: the library
 * gives each job to one of them.
 */
export async function startJobs(context: Context, kinds: readonly Job[]): Promise<JobRunner> {
  const { db, jobs } = context
  const { boss } = jobs
  const stopping = new AbortController()
  boss.on('warning', ({ message }: { message: string }) => {
    context.log.warn({ event: 'job.queue_warning', detail: message }, 'The job library warns.')
  })
  for (const kind of kinds) {
    const { queue, concurrency = 1, pollSeconds = 10, schedule } = kind
    // One worker a call: with `localConcurrency` the library returns the id of the first one only.
    for (let slot = 0; slot < concurrency; slot++) {
      const worker = await boss.work(
        queue,
        { pollingIntervalSeconds: pollSeconds, includeMetadata: true, perJobResults: true },
        async (fetched: JobWithMetadata[]) => {
          // Without it the worker waits for its next poll although more jobs may be due.
          boss.notifyWorker(worker)
          return await Promise.all(
            fetched.map((job) => runJob(context, kind, job, stopping.signal)),
          )
        },
      )
    }
    if (!schedule) continue
    await boss.schedule(queue, schedule.cron)
    await jobs.add(db, queue, {}, { startAfter: schedule.secondsAfterStart })
  }
  const handle = (job: JobWithMetadata) => giveUp(context, kinds, job)
  await boss.work(
    'given_up',
    { pollingIntervalSeconds: GIVEN_UP_POLL_S, includeMetadata: true },
    async (fetched: JobWithMetadata[]) => {
      await Promise.all(fetched.map(handle))
    },
  )
  return {
    async stop() {
      stopping.abort()
      const queues = [...kinds.map(({ queue }) => queue), 'given_up']
      const ended = Promise.all(queues.map((queue) => boss.offWork(queue, { wait: true })))
      await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** Runs one job and reports how it ended. It never throws: one failing job stops no other (X5). */
async function runJob(
  context: Context,
  kind: Job,
  { id, data, retryCount, signal }: JobWithMetadata,
  stopping: AbortSignal,
): Promise<JobResult> {
  const { log, metrics } = context
  const finish = metrics.jobSeconds.startTimer({ job: kind.queue })
  try {
    const result = await kind.run(context, data, AbortSignal.any([stopping, signal]))
    finish({ result: 'completed' })
    return { id, status: 'completed', output: result }
  } catch (error) {
    finish({ result: 'failed' })
    const line = { event: 'job.failed', job: kind.queue, id, attempt: retryCount + 1 }
    if (error instanceof JobFailure)
      log.warn({ ...line, reason: error.message }, 'A job failed and is tried again later.')
    else log.error({ ...line, err: error }, 'A job failed and is tried again later.')
    const permanent = error instanceof JobFailure && error.permanent
    // A defect's message may quote a statement's values; the database stores none of them.
    const reason = error instanceof JobFailure ? error.message : 'defect'
    return { id, status: permanent ? 'deadletter' : 'failed', output: { reason } }
  }
}

async function giveUp(context: Context, kinds: readonly Job[], job: JobWithMetadata) {
  const { log, metrics } = context
  const { sourceName, sourceId, sourceOutput, data } = job
  const kind = kinds.find(({ queue }) => queue === sourceName)
  // The queue tries again later, and a process that runs the kind takes the job.
  if (!kind) throw new Error(`this process does not run the jobs of ${sourceName}`)
  await kind.onGivenUp?.(context, data)
  metrics.jobSeconds.observe({ job: kind.queue, result: 'given_up' }, 0)
  log.error(
    { event: 'job.given_up', job: kind.queue, id: sourceId, output: sourceOutput },
    'A job failed for good and is not tried again.',
  )
}
