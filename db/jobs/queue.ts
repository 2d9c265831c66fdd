import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Db } from '#db/core/db.ts'
import { JOB_SCHEMA, type QueueName } from '#db/jobs/queueDefinitions.ts'

/** Seconds between two searches for jobs whose process died or that ran for too long. */
const SUPERVISE_S = 10

interface JobOptions {
  /** A UUID; a second job with it in the same queue is not added. */
  id?: string
  /** The earliest time to run it, or seconds from now; the default is now. */
  startAfter?: Date | number
}

/** The background jobs of the database, as one process sees them. */
export type JobQueue = Awaited<ReturnType<typeof connectJobQueue>>

/**
 * Connects to the job queues over the server's own connections.
 * @param runsJobs whether this process runs jobs, or only adds them
 * @param onError takes what fails outside a call, an unreachable database above all
 */
export async function connectJobQueue(
  pool: Pool,
  runsJobs: boolean,
  onError: (error: Error) => void,
) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: JOB_SCHEMA,
    migrate: false,
    supervise: runsJobs,
    schedule: runsJobs,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    maintenanceIntervalSeconds: 3_600,
    // The role that the server works as may not rebuild an index: it reports one from 100 MB on.
    reindex: { minPages: 12_800 },
  })
  boss.on('error', onError)
  await boss.start()
  return {
    /** The library's own client, for the process that runs jobs. */
    boss,
    /** Adds a job with the transaction: it exists if and only if `tx` commits. */
    add: async (tx: Db, queue: QueueName, data: object, options: JobOptions = {}) => {
      await boss.send(queue, data, { ...options, db: fromDrizzle(tx, sql) })
    },
    /** Adds one or more jobs of one queue, as `add`. */
    addAll: async (tx: Db, queue: QueueName, data: readonly object[]) => {
      const jobs = data.map((one) => ({ data: one }))
      await boss.insert(queue, jobs, { db: fromDrizzle(tx, sql) })
    },
    /** Queues a job again that was given up. */
    retryJob: async (tx: Db, queue: QueueName, id: string) => {
      await boss.retry(queue, id, { db: fromDrizzle(tx, sql) })
    },
    /** Ends a job that has not run. */
    cancelJob: async (tx: Db, queue: QueueName, id: string) => {
      await boss.cancel(queue, id, { db: fromDrizzle(tx, sql) })
    },
    /** How many seconds ago the oldest job that is not done became due; 0 when there is none. */
    secondsOverdue: async (queue: QueueName) => {
      const { rows } = await pool.query<{ seconds: number }>(
        `select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as seconds
          from ${JOB_SCHEMA}.job where name = $1 and state in ('created', 'retry', 'active')
          and start_after <= now()`,
        [queue],
      )
      return rows[0]?.seconds ?? 0
    },
    /** The result of the newest completed job of a queue; null when none is stored. */
    lastResult: async (queue: QueueName): Promise<unknown> => {
      const jobs = await boss.findJobs(queue)
      const [newest] = jobs
        .filter(({ completedOn, state }) => completedOn && state === 'completed')
        .sort((a, b) => Number(b.completedOn) - Number(a.completedOn))
      return newest?.output ?? null
    },
    /** Ends the timers; the caller has stopped its own jobs, and closes the connections. */
    close: async () => await boss.stop({ graceful: false, close: false }),
  }
}
