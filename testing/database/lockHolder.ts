import type { Client } from 'pg'
import { expect } from 'vitest'
import { newClient } from '#db/core/withClient.ts'

/** Resolves when exactly this many connections of the client's database wait for a lock. */
export async function waitForBlocked(client: Client, count: number): Promise<void> {
  const blocked = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await client.query(blocked)).rowCount, { interval: 10 })
    .toBe(count)
}

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
    waitForBlocked: (count: number) => waitForBlocked(watcher, count),
    /** Ends the transaction, which releases its locks. */
    release: async (end: 'commit' | 'rollback') => {
      await holder.query(end)
      await Promise.all([holder.end(), watcher.end()])
    },
  }
}
