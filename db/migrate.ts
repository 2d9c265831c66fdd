import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import { sqlState } from '#db/core/sqlErrors.ts'
import { StartRefused } from '#db/core/startRefusedError.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { installJobQueues } from '#db/jobs/queueDefinitions.ts'
import { storeOfficialRows } from '#db/reference/storeOfficialRows.ts'

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

/** The name of the migrating connections in `pg_stat_activity`. */
const APPLICATION = 'surtidor migration'

/** What holds the lock that a migration waits for: another program rather than another migration. */
const HOLDER = `
  select holder.pid, holder.usename as login, holder.application_name as program
  from pg_stat_activity waiting join pg_stat_activity holder
    on holder.pid = any(pg_blocking_pids(waiting.pid))
  where waiting.application_name = '${APPLICATION}' and waiting.datname = current_database()
  order by holder.application_name = '${APPLICATION}' limit 1`

/**
 * Applies the migrations to the database at `url`, and stores the official rows. Forward only; safe to repeat and to run
 * concurrently. A migration that waits for a lock on a table makes every later statement on that
 * table wait behind it, so it gives up soon and tries again.
 * @param say takes, once, the sentence that a lock is waited for
 * @throws with one line for a database that another sequence of migrations created; StartRefused for a
 * lock that another session holds during all tries
 */
export async function migrateDb(
  url: string,
  folder = MIGRATIONS,
  { tries = LOCK_TRIES, say = printLine } = {},
): Promise<void> {
  const config = {
    ...withoutTimeout(url),
    application_name: APPLICATION,
    lock_timeout: LOCK_TIMEOUT_MS,
  }
  await withClient(config, async (client) => {
    for (let failed = 1; ; failed += 1) {
      let holder = ''
      const watch = setTimeout(() => {
        withClient(url, holderOf).then(
          (found) => (holder = found),
          () => {},
        )
      }, LOCK_TIMEOUT_MS / 2)
      try {
        await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
        await pendingMigrations(client)
        await migrate(drizzle({ client }), {
          migrationsFolder: folder,
          migrationsSchema: 'public',
          migrationsTable: 'migration',
        })
        await storeOfficialRows(client)
        return await installJobQueues(config)
      } catch (error) {
        if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
        const sentence = `la migración espera un bloqueo que tiene otra transacción${holder}`
        if (failed === 1) say(`${sentence}; sigue probando unos dos minutos.`)
        if (failed === tries)
          throw new StartRefused([
            `${sentence}: esperá a que termine, o terminala, y probá de nuevo.`,
          ])
        await sleep(LOCK_PAUSE_MS)
      } finally {
        clearTimeout(watch)
      }
    }
  })
}

/** The holder in words, with the statement that ends it; empty when the wait is over. */
async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; login: string; program: string }>(HOLDER)
  const [found] = rows
  if (!found) return ''
  const { pid, login, program } = found
  return ` (de «${login}»${program && `, programa «${program}»`}; la termina select pg_terminate_backend(${pid}))`
}

function printLine(sentence: string): void {
  process.stderr.write(`surtidor: ${sentence}\n`)
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
