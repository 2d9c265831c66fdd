import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Raw bytes, for hashes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * An instant with milliseconds. The database stores UTC; the wire uses the time of
 * America/Montevideo.
 */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
