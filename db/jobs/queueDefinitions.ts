import type { ClientConfig } from 'pg'
import { PgBoss, type QueueOptions, type QueuePolicy } from 'pg-boss'
import { newPool } from '#db/core/withClient.ts'

/** The PostgreSQL schema that holds the job library's tables. */
export const JOB_SCHEMA = 'jobs'

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** How a queue treats its jobs. All durations are in seconds. */
type QueueSettings = QueueOptions & { policy?: QueuePolicy; deadLetter?: 'given_up' }

/**
 * A job that the schedule adds. `exclusive` refuses a second one while one is queued or running. A
 * process that dies half-way stops its heartbeat, and the job runs again after `heartbeatSeconds`.
 */
const scheduled: QueueSettings = {
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: 5,
  heartbeatSeconds: 20,
  expireInSeconds: HOUR_S / 2,
  deleteAfterSeconds: HOUR_S,
  deadLetter: 'given_up',
}

/** A scheduled job that ends in seconds: a run that hangs blocks the next ones up to the limit. */
const short: QueueSettings = { ...scheduled, expireInSeconds: 60 }

/** Every queue by its name. A queue stands after the one that its failed jobs go to. */
const QUEUES = {
  /** Jobs of all queues that failed for good. */
  given_up: { retryLimit: 100, retryDelay: 60, deleteAfterSeconds: 90 * DAY_S },
  /**
   * One job for each email of the outbox. The waits between tries double from 5-10 s to 2 h, with
   * jitter; 20 tries take about a day.
   */
  mail: {
    retryLimit: 19,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 2 * HOUR_S,
    heartbeatSeconds: 20,
    expireInSeconds: 60,
    retentionSeconds: 90 * DAY_S,
    deleteAfterSeconds: DAY_S,
    deadLetter: 'given_up',
  },
  /**
   * One job for each notification and device. The waits between tries double from 2-4 s to 10 min; a
   * notification that was not sent in its time is of no more use, and the job ends by itself.
   */
  push: {
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    heartbeatSeconds: 20,
    expireInSeconds: 60,
    retentionSeconds: 2 * DAY_S,
    deleteAfterSeconds: HOUR_S,
    deadLetter: 'given_up',
  },
  /** One job for each slice of a promotion's announcement, which adds the next one. */
  promotion: {
    retryLimit: 50,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    heartbeatSeconds: 20,
    expireInSeconds: 60,
    retentionSeconds: 366 * DAY_S,
    deleteAfterSeconds: HOUR_S,
    deadLetter: 'given_up',
  },
  retention: scheduled,
  retained_points: scheduled,
  sale_matching: scheduled,
  unusual_terminals: scheduled,
  points_expiration: scheduled,
  vehicle_limits: scheduled,
  car_reminders: scheduled,
  redemption_ends: scheduled,
  request_expiration: short,
  audit_head: short,
  overdue_emails: scheduled,
  reconciliation: scheduled,
  gateway_health: short,
} as const satisfies Record<string, QueueSettings>

export type QueueName = keyof typeof QUEUES

/**
 * Creates or upgrades the job library's tables and the queues, and grants the role that the server
 * works as the rights to use them. The caller is the owner of the database; safe to repeat.
 */
export async function installJobQueues(config: ClientConfig): Promise<void> {
  const pool = newPool({ ...config, max: 1 })
  pool.on('error', () => {})
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
  })
  // An error outside a call (a lost connection) also rejects the next statement.
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const [name, settings] of Object.entries<QueueSettings>(QUEUES)) {
      const { policy: _fixed, ...changeable } = settings
      await boss.createQueue(name, settings)
      await boss.updateQueue(name, changeable)
    }
    await pool.query(GRANT_TO_APP_ROLE)
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
  }
}

const GRANT_TO_APP_ROLE = `do $$ begin
  if exists (select from pg_roles where rolname = 'surtidor_app') then
    grant usage on schema ${JOB_SCHEMA} to surtidor_app;
    grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to surtidor_app;
    grant usage on all sequences in schema ${JOB_SCHEMA} to surtidor_app;
  end if;
end $$`
