import { is } from 'drizzle-orm'
import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect, PgTransaction } from 'drizzle-orm/pg-core'
import type { ClientConfig, Pool } from 'pg'
import { auditKeyOf, deriveAuditKey, withAuditKey } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/db.ts'
import { createPipeline } from '#db/core/pipeline.ts'
import { runners, send } from '#db/core/preparedStatement.ts'
import { sqlState } from '#db/core/sqlErrors.ts'
import { newPool, withClient } from '#db/core/withClient.ts'

export interface DbConnection {
  db: Db
  pool: Pool
  close(): Promise<void>
}

/** The role that the servers work as: it may not update or delete ledger rows. */
export const APP_ROLE = 'surtidor_app'

/** Milliseconds for one statement of a server; its longest take tens of milliseconds. */
const STATEMENT_TIMEOUT_MS = 10_000

/** How a server connects to its database, with the settings of its login. */
export async function serverConnection(url: string): Promise<ClientConfig> {
  const asApp = await isMember(url, APP_ROLE)
  return {
    connectionString: url,
    // The name of the connections in `pg_stat_activity` and in PostgreSQL's log.
    application_name: 'surtidor',
    ...(asApp ? { options: `-c role=${APP_ROLE}` } : {}),
  }
}

/**
 * Opens a pool, and the pipelines of the prepared statements, on a migrated database. Connections
 * whose peer disappeared are replaced within twice the time of a statement: a call reads the session
 * over one pipeline, and then uses the other and the pool.
 * @param size connections of the pool; 4 to 8 serve two cores better than more
 * @param secret the server's SECRET; a program without it appends nothing to the audit
 * @param timeoutMs for one statement; its connection ends with it, and the outcome of a commit is as
 * unknown as that of a lost connection. There is no `statement_timeout`: PostgreSQL would report a
 * commit that waits for a synchronous replica as done. 0, for a program that reads whole tables: none
 */
export async function connectDb(
  url: string,
  size = 6,
  secret?: string,
  timeoutMs = STATEMENT_TIMEOUT_MS,
): Promise<DbConnection> {
  return open(await serverConnection(url), size, timeoutMs, secret)
}

/** Milliseconds for a connection to a replica and for each of its statements: the primary answers after them. */
const REPLICA_TIMEOUT_MS = 2_000

/**
 * Opens a pool of the servers' login on replicas, whose transactions may not write. It connects at its
 * first use: a server starts without a replica.
 * @param url of the replicas
 * @param primaryUrl of the database that they follow
 * @param size connections of the pool
 */
export async function connectReplica(
  url: string,
  primaryUrl: string,
  size: number,
): Promise<DbConnection> {
  const { options = '', ...login } = await serverConnection(primaryUrl)
  const config = {
    ...login,
    connectionString: url,
    connectionTimeoutMillis: REPLICA_TIMEOUT_MS,
    options: `${options} -c default_transaction_read_only=on`,
  }
  return open(config, size, REPLICA_TIMEOUT_MS)
}

function open(given: ClientConfig, size: number, timeoutMs: number, secret?: string): DbConnection {
  const config = {
    ...given,
    query_timeout: timeoutMs,
    // The locks of a client that disappeared are released; the longest transaction takes milliseconds.
    idle_in_transaction_session_timeout: timeoutMs || STATEMENT_TIMEOUT_MS,
  }
  // Statements of a transaction that do not need each other's rows are sent without waiting.
  const pool = newPool({
    ...config,
    max: size,
    idleTimeoutMillis: timeoutMs || STATEMENT_TIMEOUT_MS,
  })
  // The pool replaces a broken connection at its next use, and the statement that used it rejects.
  // Without these listeners the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const auditKey = secret === undefined ? undefined : deriveAuditKey(secret)
  const db = withSafeTransactions(withAuditKey(drizzle({ client: pool }) as Db, auditKey), pool)
  const pipelines = { session: createPipeline(config), read: createPipeline(config) }
  runners.set(db, { ...pipelines, own: pool })
  return {
    db,
    pool,
    close: async () => {
      await Promise.all([pipelines.session.close(), pipelines.read.close()])
      await pool.end()
    },
  }
}

const isMember = (url: string, role: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ member: boolean }>(
      `select pg_has_role(current_user, oid, 'MEMBER') as member from pg_roles where rolname = $1`,
      [role],
    )
    return rows[0]?.member ?? false
  })

/**
 * Replaces Drizzle's own `transaction`, which does not release its connection when `begin` fails
 * (a few restarts of the database would exhaust the pool), which reports a failed rollback instead of
 * the error that caused it, and which waits for the last statement before it commits. `begin` is answered
 * before the work starts: statements that were sent behind a refused one would commit by themselves.
 */
function withSafeTransactions(db: Db, pool: Pool): Db {
  const dialect = new PgDialect()
  const transaction: Db['transaction'] = async (work, config = {}) => {
    const client = await pool.connect()
    const session = new NodePgSession(client, dialect, undefined)
    const tx = new NodePgTransaction(dialect, session, undefined) as unknown as Transaction
    withAuditKey(tx, auditKeyOf(db))
    runners.set(tx, { session: client, read: client, own: client })
    const sent: Promise<unknown>[] = []
    const works: (() => Promise<void>)[] = []
    endings.set(tx, { sent, works })
    const doWorks = async () => {
      for (const one of works) await one()
    }
    const run = (text: string) => send(client, { name: text, text })
    const { isolationLevel, accessMode } = config
    // A failed begin, commit or rollback leaves the state of the transaction on the connection unknown.
    let isKnown = false
    try {
      await run(
        ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
          .filter(Boolean)
          .join(' '),
      )
      const [worked] = await Promise.allSettled([
        work(tx).then(async (value) => {
          if (works.length > 0) await sentTogether([...sent, doWorks()])
          return value
        }),
      ])
      if (worked.status === 'rejected') {
        isKnown = await run('rollback').then(
          () => true,
          () => false,
        )
        throw worked.reason
      }
      const commit = async () => {
        const { command } = await run('commit')
        isKnown = true
        // PostgreSQL's answer to the commit of a transaction in which a statement has failed.
        if (command === 'ROLLBACK') throw new Error('PostgreSQL has rolled back the transaction')
      }
      await sentTogether([...sent, commit()])
      return worked.value
    } finally {
      client.release(!isKnown)
    }
  }
  return Object.assign(db, { transaction })
}

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]
/** The works that each transaction under way does before its commit, and the statements that are sent with it. */
const endings = new WeakMap<Db, { sent: Promise<unknown>[]; works: (() => Promise<void>)[] }>()

/**
 * Does the work before the commit of the transaction, after its other statements; several works in the order
 * of the calls. Without a transaction it is done at once. Its error rolls the transaction back.
 */
export async function beforeCommit(tx: Db, work: () => Promise<void>): Promise<void> {
  const ending = endings.get(tx)
  if (ending) ending.works.push(work)
  else await work()
}

/**
 * Commits without waiting for the answer to the last statement of a transaction, whose rows the transaction
 * does not need: its error rolls the transaction back.
 * @returns its result, to be read after the commit
 * @throws for a value that the driver could refuse to write: it would commit without the statement
 */
export function sendWithCommit<Result>(
  tx: Db,
  statement: { execute(values: Record<string, unknown>): Promise<Result> },
  values: Record<string, unknown>,
): Promise<Result> {
  const ending = endings.get(tx)
  if (!ending) throw new Error('a last statement is one of a transaction')
  const refused = Object.keys(values).filter((name) => !isWritable(values[name]))
  if (refused.length > 0) throw new Error(`not a value of a last statement: ${refused.join()}`)
  const sent = statement.execute(values)
  // When the work that follows fails, its error is thrown.
  sent.catch(() => {})
  ending.sent.push(sent)
  return sent
}

const isWritable = (value: unknown): boolean =>
  value instanceof Date
    ? !Number.isNaN(value.getTime())
    : value === null || value instanceof Uint8Array || typeof value !== 'object'

/** Whether the database answers: on the connection of the sessions, not behind calls that wait for another. */
export async function ping(db: Db): Promise<boolean> {
  try {
    return (await runners.get(db)?.session.query({ text: 'select 1' }, [])) !== undefined
  } catch {
    return false
  }
}

/** A serialisation failure and a deadlock: the transaction has changed nothing and may run again. */
export const REPEATABLE = ['40001', '40P01'] as const

/**
 * Runs `work` in a transaction, and again after an error of the listed states. P10: it resolves after
 * the commit. Given a transaction, `work` is a part of it: its error rolls back the whole.
 * @param states of PostgreSQL's errors after which it runs again
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  states: readonly string[] = REPEATABLE,
  tries = 5,
): Promise<T> {
  if (is(db, PgTransaction)) return await work(db)
  try {
    return await db.transaction(work)
  } catch (error) {
    if (tries > 1 && states.includes(sqlState(error) ?? ''))
      return inTransaction(db, work, states, tries - 1)
    throw error
  }
}

/** Of a statement after one that failed in its transaction. */
const FAILED_BEFORE = '25P02'

/**
 * The results of statements of a transaction that were sent without waiting for each other. They all
 * end before an error is thrown: none is sent when the transaction is over.
 * @throws the error that made the others fail
 */
export async function sentTogether<const Started extends readonly unknown[]>(
  started: Started,
): Promise<{ -readonly [Place in keyof Started]: Awaited<Started[Place]> }> {
  const settled = await Promise.allSettled(started)
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const cause = errors.find((error) => sqlState(error) !== FAILED_BEFORE)
  if (cause !== undefined) throw cause
  return await Promise.all(started)
}
