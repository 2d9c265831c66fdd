import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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

/** How far a proposal is, who made it and who decided on it: another operator, unless it is withdrawn. */
export const decisionColumns = () => ({
  state: text('state', { enum: ['waits', 'confirmed', 'rejected', 'withdrawn'] }).notNull(),
  proposedBy: uuid('proposed_by').notNull(),
  proposedAt: instant('proposed_at').notNull(),
  /** Who confirmed, rejected or withdrew it; null while it waits. */
  decidedBy: uuid('decided_by'),
  decidedAt: instant('decided_at'),
})

/** The checks of a table of proposals. @param table its name */
export const decisionChecks = (
  table: string,
  t: Record<'state' | 'proposedBy' | 'decidedBy', AnyPgColumn>,
) => [
  check(`${table}_second`, sql`${t.decidedBy} <> ${t.proposedBy} or ${t.state} = 'withdrawn'`),
  check(`${table}_decided`, sql`(${t.state} = 'waits') = (${t.decidedBy} is null)`),
]
