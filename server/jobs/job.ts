import type { QueueName } from '#db/jobs/queueDefinitions.ts'
import type { Context } from '#server/context.ts'

/** The work of one queue's jobs. The retries, waits and time limits are the queue's (`QUEUES`). */
export interface Job<T extends object = object> {
  queue: Exclude<QueueName, 'given_up'>
  /** Jobs that one process runs at the same time; 1 by default. */
  concurrency?: number
  /** Seconds between two searches for a job that is due; 10 by default. */
  pollSeconds?: number
  /** When a job is added without a request: at each start of a process, and by the cron expression. */
  schedule?: { cron: string; secondsAfterStart: number }
  /**
   * Runs one job. A job that was interrupted runs again, so that running twice must be safe.
   * @param signal aborts when the process stops, when the job exceeds its queue's time limit, and when
   *   another process has taken the job over
   * @returns what the queue stores as the result
   * @throws JobFailure for an expected failure; anything else is a defect
   */
  run(context: Context, data: T, signal: AbortSignal): Promise<unknown>
  /** Runs once after the last try failed, or after a permanent failure. */
  onGivenUp?(context: Context, data: T): Promise<void>
}

/** A failure that the job expects, such as another server that does not answer. */
export class JobFailure extends Error {
  readonly permanent: boolean
  /**
   * @param reason goes to the log and to the database, so that it holds no personal data
   * @param permanent whether another try is of no use
   */
  constructor(reason: string, permanent = false) {
    super(reason)
    this.permanent = permanent
  }
}
