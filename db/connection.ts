import { type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Client, Pool } from 'pg'

/** The database, or a transaction of it: what every function of this room takes first. */
export type Db = PgDatabase<
  NodePgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>
/** The same with its pool, for the one who opened it. */
export interface DbConnection {
  db: Db
  pool: Pool
  close(): Promise<void>
}

/** The role that the server works as: it may not rewrite the ledger. */
const APP_ROLE = 'surtidor_app'

/**
 * Opens a pool on a migrated database.
 * @param size connections; 4 to 8 serve two cores better than more
 */
export async function connectDb(url: string, size = 6): Promise<DbConnection> {
  const mayWorkAsApp = await isMember(url, APP_ROLE)
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    // A lost machine must not hold a row for ever; the longest honest transaction takes milliseconds.
    idle_in_transaction_session_timeout: 30_000,
    ...(mayWorkAsApp ? { options: `-c role=${APP_ROLE}` } : {}),
  })
  // A connection that dies with its server, idle or between two statements, is replaced at the next
  // use; whoever was using it is told by their own query. Unheard, its death would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: givingBack(drizzle({ client: pool }) as Db, pool), pool, close: () => pool.end() }
}

/** Whether whom we connect as may work as the role. */
async function isMember(url: string, role: string): Promise<boolean> {
  // Not a pool: its end does not wait for the connection's, and nobody would hear that one die.
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ may: boolean }>(
      `select pg_has_role(current_user, oid, 'MEMBER') as may from pg_roles where rolname = $1`,
      [role],
    )
    return rows[0]?.may ?? false
  } finally {
    await client.end()
  }
}

/**
 * Drizzle's own transaction keeps its connection when it cannot even begin (after a few restarts of
 * the database none would be left), and tells of a failed rollback instead of what led to it.
 */
function givingBack(db: Db, pool: Pool): Db {
  const transaction: Db['transaction'] = async (work, config) => {
    const client = await pool.connect()
    let why: unknown
    const told: typeof work = async (tx) => {
      try {
        return await work(tx)
      } catch (error) {
        why = error
        throw error
      }
    }
    try {
      return await (drizzle({ client }) as Db).transaction(told, config)
    } catch (error) {
      throw why ?? error
    } finally {
      client.release()
    }
  }
  return Object.assign(db, { transaction })
}

/** Whether the database answers now. */
export const ping = (db: Db): Promise<boolean> =>
  db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )

/** PostgreSQL's SQLSTATE of an error, wherever the driver's wrapper keeps it. */
export function sqlState(error: unknown): string | undefined {
  const seen = error as { code?: string; cause?: unknown }
  if (typeof seen?.code === 'string' && /^[0-9A-Z]{5}$/.test(seen.code)) return seen.code
  return seen?.cause ? sqlState(seen.cause) : undefined
}

/** A unique index said no; its name tells which promise held. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const at = (deep: unknown): string | undefined => {
    const seen = deep as { constraint?: string; cause?: unknown }
    return seen?.constraint ?? (seen?.cause ? at(seen.cause) : undefined)
  }
  return sqlState(error) === '23505' && (constraint === undefined || at(error) === constraint)
}

/** P10: resolves after the commit. Runs `work` in a transaction, again when the database asks for it (serialisation, deadlock). */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  tries = 5,
): Promise<T> {
  try {
    return await db.transaction(
      work as Parameters<Db['transaction']>[0] as (tx: unknown) => Promise<T>,
    )
  } catch (error) {
    if (tries > 1 && ['40001', '40P01'].includes(sqlState(error) ?? ''))
      return inTransaction(db, work, tries - 1)
    throw error
  }
}
