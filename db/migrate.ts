import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import { sqlState } from '#db/core/connection.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { installJobQueues } from '#db/jobs/queueDefinitions.ts'

/** Key of the advisory lock that serialises migrations of processes that start together. */
const LOCK_KEY = 7_201_858
/** How long a migration waits for a lock, and the calls of the running servers behind it. */
const LOCK_TIMEOUT_MS = 2_000
/** The pause in which waiting calls are served, in milliseconds. */
const LOCK_PAUSE_MS = 1_000
/** Two minutes of tries and pauses. */
const LOCK_TRIES = 40
/** PostgreSQL's SQLSTATE of a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** The migrations of this program. */
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Applies the migrations to the database at `url`. Forward only; safe to repeat and to run
 * concurrently.
 * @throws with one line for a database that another sequence of migrations created
 */
export async function migrateDb(url: string, folder = MIGRATIONS): Promise<void> {
  await withClient(withoutTimeout(url), async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await pendingMigrations(client)
    await applyMigrations(client, folder)
    await installJobQueues(withoutTimeout(url))
  })
}

/**
 * Applies the pending migrations in one transaction. A migration that waits for a lock on a table
 * makes every later statement on that table wait behind it, so it gives up soon and tries again.
 * @throws when a table stays locked for all tries
 */
async function applyMigrations(client: Client, migrationsFolder: string, tries = LOCK_TRIES) {
  try {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await migrate(drizzle({ client }), {
      migrationsFolder,
      migrationsSchema: 'public',
      migrationsTable: 'migration',
    })
    await client.query('reset lock_timeout')
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
    if (tries === 1)
      throw new Error(
        'otra transacción tiene tomada una tabla que hay que migrar: esperá a que termine.',
        { cause: error },
      )
    await sleep(LOCK_PAUSE_MS)
    await applyMigrations(client, migrationsFolder, tries - 1)
  }
}

/**
 * Number of migrations of this program that a database does not have.
 * @throws with one line for a database whose first migration is not ours: nothing leads from its
 * tables to those of this version
 */
export async function pendingMigrations(client: Client): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  const { rows: tables } = await client.query(
    `select from pg_class where oid = to_regclass('public.migration')`,
  )
  if (tables.length === 0) return known.length
  const { rows } = await client.query<{ hash: string; at: string }>(
    'select hash, created_at as at from public.migration order by created_at',
  )
  if (rows[0] && rows[0].hash !== known[0]?.hash)
    throw new Error(
      'la base es de una versión anterior a la primera publicada y no se puede actualizar: usá otra DATA_DIR o una base vacía.',
    )
  const last = Number(rows.at(-1)?.at ?? 0)
  return known.filter(({ folderMillis }) => folderMillis > last).length
}
