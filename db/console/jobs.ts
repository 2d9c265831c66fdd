import { and, sql } from 'drizzle-orm'
import type { JobState } from '#contract/console/jobKind.ts'
import type { Db } from '#db/core/db.ts'
import { type Listed, listedSql } from '#db/core/listed.ts'
import { type Cursor, inSpan, keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { JOB_SCHEMA, type QueueName } from '#db/jobs/queueDefinitions.ts'

/** A background job as the library stores it; times are milliseconds since 1970. */
export interface StoredJob {
  id: string
  queue: QueueName
  state: JobState
  retries: number
  retryLimit: number
  createdAt: number
  startAfter: number
  startedAt: number | null
  completedAt: number | null
  /** The sentence of the last failure, or the result; null before. */
  output: Record<string, unknown> | null
  /** Of a job of `given_up`: the queue and id of the job that was given up. */
  sourceQueue: QueueName | null
  sourceId: string | null
  /** When the schedule adds the next one; null for a queue without one. */
  cron: string | null
}

const millis = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
const JOBS = sql.raw(`${JOB_SCHEMA}.job`)
const SCHEDULE = sql.raw(`${JOB_SCHEMA}.schedule`)
/** What failed comes first, then what is tried again. */
const RANKS: Partial<Record<JobState, number>> = { failed: 2, retry: 1 }
export const jobRank = (state: JobState): number => RANKS[state] ?? 0
const rank = sql<number>`case state when 'failed' then 2 when 'retry' then 1 else 0 end`
const order = keyset({
  rank,
  at: sql<Date>`date_trunc('milliseconds', created_on)`,
  id: sql<string>`id`,
})
/** Of each queue with a schedule the job that runs, else the one that ran last. */
const ofState = (state?: string) => (state ? sql`and state::text = ${state}` : sql``)
const newestRuns = (state?: string) => sql`(
  select distinct on (name) id from ${JOBS} where name in (select name from ${SCHEDULE})
    and state not in ('failed', 'retry') ${ofState(state)}
  order by name, state = 'active' desc, completed_on desc nulls last, created_on desc, id)`

/**
 * Background jobs that match every part of a filter: those that failed, those that are tried again and the
 * others, of each the newest first. Of a queue with a schedule one stands for those that did not fail, unless
 * its queue is asked for. They are read without an index: a job is deleted within days of its end.
 * @param page.after with the rank of its state
 * @param page.locked keeps them from being run or changed until the transaction ends
 */
export function jobsLike(
  db: Db,
  { queue, state, id, period }: { queue?: string; state?: string; id?: string; period?: Span },
  {
    locked = false,
    ...page
  }: PageQuery & { after?: (Cursor & { rank: number }) | null; locked?: boolean },
): Listed<StoredJob> {
  const { by, after } = order.of(page)
  const conditions = and(
    // Those of the library itself begin so.
    sql`not starts_with(name, '__')`,
    queue ? sql`name = ${queue}` : undefined,
    state ? sql`state::text = ${state}` : undefined,
    id ? sql`id = ${id}::uuid` : undefined,
    inSpan(sql`created_on`, period),
    queue || id
      ? undefined
      : sql`(name not in (select name from ${SCHEDULE}) or state in ('failed', 'retry') or id in ${newestRuns(state)})`,
    after(page.after),
  )
  return listedSql(
    db,
    sql`
    select id, name as queue, state::text as state, retry_count as retries, retry_limit as "retryLimit",
      ${millis('created_on')} as "createdAt", ${millis('start_after')} as "startAfter",
      ${millis('started_on')} as "startedAt", ${millis('completed_on')} as "completedAt", output,
      source_name as "sourceQueue", source_id as "sourceId",
      (select cron from ${SCHEDULE} s where s.name = job.name and s.key = '') as cron
    from ${JOBS} where ${conditions}
    order by ${by} limit ${page.count}
    ${locked ? sql`for update` : sql``}`,
  )
}
