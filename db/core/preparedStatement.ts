import { Column } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'

/**
 * A statement prepared by name, once per database: PostgreSQL plans it once per connection.
 * @param name unique in the whole room; the server knows the statement by it
 */
export function prepared<P extends object>(name: string, build: (db: Db) => P): (db: Db) => P {
  if (taken.has(name)) throw new Error(`statement ${name} is prepared twice`)
  taken.add(name)
  const built = new WeakMap<Db, P>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const fresh = withReader(build(db))
    built.set(db, fresh)
    return fresh
  }
}
const taken = new Set<string>()

type Row = readonly unknown[]
interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}
/** What Drizzle keeps in a prepared select. */
interface Select {
  fields?: { path: string[]; field: object }[]
  customResultMapper?: (rows: Row[]) => object[]
}

/**
 * Drizzle finds out how to read a cell anew for each cell of each row, which takes three times as
 * long as reading it; a select of flat rows finds it out here, once.
 */
function withReader<P extends object>(statement: P): P {
  const select = statement as Select
  const cells = select.fields?.map(({ path, field }, place) => ({
    name: path.length === 1 ? path[0] : undefined,
    place,
    decoder: decoderOf(field),
  }))
  if (!cells || cells.some(({ name, decoder }) => name === undefined || !decoder)) return statement
  select.customResultMapper = (rows) =>
    rows.map((row) => {
      const read: Record<string, unknown> = {}
      for (const { name, place, decoder } of cells) {
        const value = row[place]
        read[name as string] = value === null ? null : decoder?.mapFromDriverValue(value)
      }
      return read
    })
  return statement
}

function decoderOf(field: object): Decoder | undefined {
  if (field instanceof Column) return field
  return 'decoder' in field ? (field.decoder as Decoder) : undefined
}
