import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { installJobQueues } from '#db/messaging/jobQueues.ts'

/** Key of the advisory lock that serialises migrations of processes that start together. */
const LOCK_KEY = 7_201_858

/**
 * Applies the migrations to the database at `url`. Forward only; safe to repeat and to run
 * concurrently.
 */
export async function migrateDb(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  // When the server fails during a query, the query rejects; the error event would end the process
  // if unhandled.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await migrate(drizzle({ client }), {
      migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
      migrationsSchema: 'public',
      migrationsTable: 'migration',
    })
    await installJobQueues(url)
  } finally {
    await client.end()
  }
}
