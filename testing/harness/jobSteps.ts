import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Context } from '#server/context.ts'

/** Wakes the workers of some processes until no job is due and none runs. */
export async function runDueJobs(contexts: readonly Context[]): Promise<void> {
  await expect
    .poll(
      async () => {
        for (const { jobs } of contexts)
          for (const { id } of jobs.boss.getWipData()) jobs.boss.notifyWorker(id)
        const [db] = contexts.map((context) => context.db)
        // Not now(): a job that is added between the start of this statement and its reading is due too.
        const due = sql`select from jobs.job where state = 'active'
          or state < 'active' and start_after <= clock_timestamp() and not starts_with(name, '__')`
        return (await db?.execute(due))?.rowCount
      },
      { interval: 5 },
    )
    .toBe(0)
}

/** Lets time pass for the jobs: the library reads the clock of PostgreSQL, which a test cannot move. */
export async function ageJobs({ db }: Context, milliseconds: number): Promise<void> {
  const span = sql`make_interval(secs => ${milliseconds / 1_000})`
  await db.execute(sql`update jobs.job set start_after = start_after - ${span},
    started_on = started_on - ${span}, heartbeat_on = heartbeat_on - ${span}
    where state < 'completed'`)
  await db.execute(sql`update jobs.queue set monitor_claim_on = monitor_claim_on - ${span},
    monitor_on = monitor_on - ${span}`)
}

/** A queue that takes jobs and runs none. */
export const noJobs = { addAll: async () => {} }
