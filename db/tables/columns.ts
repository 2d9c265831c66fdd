import { type AnyPgColumn, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Raw bytes, for hashes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * An instant with milliseconds. The database stores UTC; the wire uses the time of
 * America/Montevideo.
 */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** A foreign key to a code or another text; every row has it. */
export const textReference = (name: string, column: () => AnyPgColumn) =>
  text(name).notNull().references(column)

/** The same to an identifier. */
export const uuidReference = (name: string, column: () => AnyPgColumn) =>
  uuid(name).notNull().references(column)
