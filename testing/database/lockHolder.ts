import type { Client } from 'pg'
import { expect } from 'vitest'
import { newClient } from '#db/core/withClient.ts'

/** A transaction on a connection of the test, whose locks block the server at a chosen statement. */
export async function createLockHolder({ databaseUrl }: { databaseUrl: string }) {
  const [holder, watcher] = [databaseUrl, databaseUrl].map((connectionString) =>
    newClient({ connectionString }),
  ) as [Client, Client]
  // When a test fails before `release`, closing its database ends both connections with an error.
  for (const client of [holder, watcher]) client.on('error', () => {})
  await Promise.all([holder.connect(), watcher.connect()])
  await holder.query('begin')
  return {
    /** Runs a statement in the transaction; its locks last until `release`. */
    lock: async (statement: string, values?: unknown[]) => {
      await holder.query(statement, values)
    },
    /** Resolves when exactly this many connections of the database wait for a lock. */
    waitForBlocked: async (count: number) => {
      const blocked = `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect
        .poll(async () => (await watcher.query(blocked)).rows, { interval: 10 })
        .toEqual([{ n: count }])
    },
    /** Ends the transaction, which releases its locks. */
    release: async (end: 'commit' | 'rollback') => {
      await holder.query(end)
      await Promise.all([holder.end(), watcher.end()])
    },
  }
}
