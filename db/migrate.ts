import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { installJobQueues } from '#db/messaging/jobQueues.ts'

/** Any number, the same in every process: server processes that start together migrate one by one. */
const TURN = 7_201_858

/** Brings the database at `url` up to this code's migrations; forward only, safe to repeat and to race. */
export async function migrateDb(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  // A server that falls half-way rejects the query under way; unheard here, it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [TURN])
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
