import { Column, DrizzleQueryError, fillPlaceholders } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'

/**
 * The database on which a database's prepared statements run outside transactions; `connectDb` sets
 * it to a pipeline.
 */
export const pipelined = new WeakMap<Db, Db>()

/**
 * A statement prepared by name, once per database: PostgreSQL plans it once per connection.
 * Outside a transaction it shares its connection with others, so it must be short.
 * @param name unique within db/: PostgreSQL knows the statement by it
 */
export function prepared<P extends object>(name: string, build: (db: Db) => P): (db: Db) => P {
  if (taken.has(name)) throw new Error(`statement ${name} is prepared twice`)
  taken.add(name)
  const built = new WeakMap<Db, P>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const fresh = withReader(build(pipelined.get(db) ?? db))
    built.set(db, fresh)
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
  client: { query(config: object, values: unknown[]): Promise<{ rows: Row[] }> }
  queryConfig: { text: string }
  params: unknown[]
  execute: (values?: Record<string, unknown>) => Promise<object[]>
}

/**
 * Drizzle looks up the decoder of each cell of each row, which takes three times as long as
 * decoding it, and passes each statement through its tracer and its cache. A select of flat rows
 * looks up its decoders here, once, and asks the driver directly.
 */
function withReader<P extends object>(statement: P): P {
  const select = statement as Select
  const cells = select.fields?.map(({ path, field }, place) => ({
    name: path.length === 1 ? path[0] : undefined,
    place,
    decoder: decoderOf(field),
  }))
  if (!cells || cells.some(({ name, decoder }) => name === undefined || !decoder)) return statement
  const read = (row: Row) => {
    const object: Record<string, unknown> = {}
    for (const { name, place, decoder } of cells) {
      const value = row[place]
      object[name as string] = value === null ? null : decoder?.mapFromDriverValue(value)
    }
    return object
  }
  select.execute = async (values = {}) => {
    const params = fillPlaceholders(select.params, values)
    try {
      return (await select.client.query(select.queryConfig, params)).rows.map(read)
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
