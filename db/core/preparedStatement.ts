import { Column, DrizzleQueryError, fillPlaceholders, is, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Client, QueryArrayConfig } from 'pg'
import { bulkInsert } from '#db/core/bulkInsert.ts'
import type { Db } from '#db/core/db.ts'
import type { Runner } from '#db/core/pipeline.ts'

/**
 * Where a database's prepared statements run. Two pipelines take short reads, of which sessions have
 * one of their own: no read delays them. `own` is the pool or the transaction itself: a write waits for
 * its commit, and would delay the statements behind it.
 */
type Runners = Record<'session' | 'read' | 'own', Runner>

/** The runners of each database and of each transaction under way. */
export const runners = new WeakMap<object, Runners>()

const runnerOf = (db: Db, name: keyof Runners): Runner =>
  runners.get(db)?.[name] ?? (db as Db & { $client: Runner }).$client

/** The runner of the statement that is being started: Drizzle passes it on before `execute` returns. */
let current: Runner | undefined
const starting: Runner = {
  query: (statement, values) => {
    if (!current) throw new Error('a prepared statement was started without its connection')
    return current.query(statement, values)
  },
}
const unconnected = drizzle({ client: starting as Client }) as Db

interface Executable<Result> {
  execute(values?: Record<string, unknown>): Result
}

const taken = new Set<string>()
function take(name: string): void {
  if (taken.has(name)) throw new Error(`statement ${name} is prepared twice`)
  taken.add(name)
}

/**
 * A statement prepared by name: its SQL is built once, and PostgreSQL plans it once per connection.
 * Outside a transaction it shares its connection with others, so it must be short.
 * @param name unique within db/: PostgreSQL knows the statement by it
 * @param build is called once, with a database that has no connection
 */
export function prepared<Result>(
  name: string,
  build: (db: Db) => { prepare(name: string): Executable<Result> },
  runner: keyof Runners = 'read',
): (db: Db) => Executable<Result> {
  take(name)
  let statement: Executable<Result> | undefined
  return (db) => ({
    execute: (values) => {
      statement ??= build(unconnected).prepare(name)
      current = runnerOf(db, runner)
      try {
        return statement.execute(values)
      } finally {
        current = undefined
      }
    },
  })
}

/** A placeholder for each of these columns, of its name and the suffix: the values of a prepared statement. */
export const placeholders = <Name extends string>(columns: Record<Name, unknown>, suffix = '') => {
  const placeholder = (name: string) => [name, sql`${sql.placeholder(name + suffix)}`]
  return Object.fromEntries(Object.keys(columns).map(placeholder)) as Record<Name, SQL>
}

interface Select<Row> extends Executable<Promise<Row[]>> {
  getQuery(): { sql: string; params: unknown[] }
}

/**
 * A prepared select of many flat rows. Drizzle looks up the decoder of each cell of each row, which
 * takes three times as long as decoding it: here it is known once.
 * @param fields those of the select; the driver decodes what is no column
 */
export function preparedRows<Row>(
  name: string,
  fields: Record<string, Column | SQL>,
  build: (db: Db) => { prepare(name: string): Select<Row> },
): (db: Db) => Executable<Promise<Row[]>> {
  take(name)
  const cells = Object.entries(fields)
  const read = (row: unknown[]) => {
    const object: Record<string, unknown> = {}
    for (const [place, [key, field]] of cells.entries()) {
      const value = row[place]
      object[key] = value !== null && is(field, Column) ? field.mapFromDriverValue(value) : value
    }
    return object as Row
  }
  let statement: { params: unknown[]; config: QueryArrayConfig } | undefined
  return (db) => ({
    execute: async (values = {}) => {
      if (!statement) {
        const { sql: text, params } = build(unconnected).prepare(name).getQuery()
        statement = { params, config: { name, text, rowMode: 'array' } }
      }
      const params = fillPlaceholders(statement.params, values)
      try {
        const { rows } = await runnerOf(db, 'read').query(statement.config, params)
        return (rows as unknown[][]).map(read)
      } catch (error) {
        throw new DrizzleQueryError(statement.config.text, params, error as Error)
      }
    },
  })
}

/** A statement that Drizzle does not write, prepared by name. */
export function preparedText<Row>(
  name: string,
  text: string,
): (db: Db, values: unknown[]) => Promise<Row[]> {
  take(name)
  return async (db, values) =>
    (await send(runnerOf(db, 'own'), { name, text }, values)).rows as Row[]
}

/** Sends a statement that Drizzle does not write: its errors are those of Drizzle's. */
export async function send(
  runner: Runner,
  statement: { name: string; text: string },
  values: unknown[] = [],
) {
  try {
    return await runner.query(statement, values)
  } catch (error) {
    throw new DrizzleQueryError(statement.text, values, error as Error)
  }
}

/**
 * An insert of any number of rows: no SQL is built for them, and one plan serves all.
 * @param tail what follows the rows: `on conflict`, `returning`
 */
export function preparedInsert<Table extends PgTable, Returned = never>(
  name: string,
  table: Table,
  tail = '',
): (db: Db, rows: readonly Table['$inferInsert'][]) => Promise<Returned[]> {
  const { text, valuesOf } = bulkInsert(table)
  const insert = preparedText<Returned>(name, `${text} ${tail}`)
  return async (db, rows) => (rows.length === 0 ? [] : await insert(db, valuesOf(rows)))
}
