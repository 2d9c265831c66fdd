import { Column, DrizzleQueryError, fillPlaceholders } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Db } from '#db/connection.ts'

/** A pipeline of prepared statements. Sessions have their own: no read delays them. */
type PipelineName = 'session' | 'read'
/** `pool` is no pipeline: a write waits for its commit, and would delay the statements behind it. */
type Connection = PipelineName | 'pool'

/**
 * The pipelines on which a database's prepared statements run outside transactions; `connectDb` sets
 * them.
 */
export const pipelined = new WeakMap<Db, Record<PipelineName, Db>>()

/**
 * A statement prepared by name: its SQL is built once, and PostgreSQL plans it once per connection.
 * Outside a transaction it shares its connection with others, so it must be short.
 * @param name unique within db/: PostgreSQL knows the statement by it
 * @param build is called once, with a database that has no connection
 */
export function prepared<P extends object>(
  name: string,
  build: (db: Db) => P,
  connection: Connection = 'read',
): (db: Db) => P {
  if (taken.has(name)) throw new Error(`statement ${name} is prepared twice`)
  taken.add(name)
  let template: P | undefined
  const bound = new WeakMap<Db, P>()
  return (db) => {
    const known = bound.get(db)
    if (known) return known
    template ??= withReader(build(drizzle.mock() as Db))
    const pipeline = connection === 'pool' ? undefined : pipelined.get(db)?.[connection]
    const fresh = bind(template, pipeline ?? db)
    bound.set(db, fresh)
    return fresh
  }
}
const taken = new Set<string>()

type Row = readonly unknown[]
interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}
/** The fields of Drizzle's prepared select that this file uses. */
interface Select {
  fields?: { path: string[]; field: object }[]
  /** By table name: false where an outer join may find no row. */
  joinsNotNullableMap?: Record<string, boolean>
  client: { query(config: object, values: unknown[]): Promise<{ rows: Row[] }> }
  queryConfig: { text: string }
  params: unknown[]
  execute: (values?: Record<string, unknown>) => Promise<object[]>
}

/** The statement, run by the client of a database or of a transaction. */
function bind<P extends object>(statement: P, db: Db): P {
  const { client } = (db as unknown as { session: Pick<Select, 'client'> }).session
  return Object.create(statement, { client: { value: client } }) as P
}

/**
 * Drizzle looks up the decoder of each cell of each row, which takes three times as long as
 * decoding it, and passes each statement through its tracer and its cache. A select of rows
 * without outer-joined objects looks up its decoders here, once, and asks the driver directly.
 */
function withReader<P extends object>(statement: P): P {
  const select = statement as Select
  // A nested object of an outer join is null when its table has no row: Drizzle reads that.
  const depth = Object.values(select.joinsNotNullableMap ?? {}).includes(false) ? 1 : 2
  const cells = select.fields?.map(({ path, field }, place) => ({
    name: path.at(-1) as string,
    group: path.length === 2 ? path[0] : undefined,
    readable: path.length <= depth,
    place,
    decoder: decoderOf(field),
  }))
  if (!cells || cells.some(({ readable, decoder }) => !readable || !decoder)) return statement
  const read = (row: Row) => {
    const object: Record<string, unknown> = {}
    for (const { name, group, place, decoder } of cells) {
      const value = row[place]
      const target =
        group === undefined ? object : ((object[group] ??= {}) as Record<string, unknown>)
      target[name] = value === null ? null : decoder?.mapFromDriverValue(value)
    }
    return object
  }
  select.execute = async function (this: Select, values = {}) {
    const params = fillPlaceholders(select.params, values)
    try {
      return (await this.client.query(select.queryConfig, params)).rows.map(read)
    } catch (error) {
      throw new DrizzleQueryError(select.queryConfig.text, params, error as Error)
    }
  }
  return statement
}

function decoderOf(field: object): Decoder | undefined {
  if (field instanceof Column) return field
  return 'decoder' in field ? (field.decoder as Decoder) : undefined
}
