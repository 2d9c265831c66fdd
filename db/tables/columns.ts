import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Raw bytes: hashes of things that must never be readable here. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** An instant; the database keeps UTC, the wire speaks Montevideo's clocks. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
