import { sql } from 'drizzle-orm'
import { bigint, boolean, check, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#db/tables/columns.ts'

/** Append-only record of actions; each entry's hash covers the entry before it. */
export const audit = pgTable('audit', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  at: instant('at').notNull(),
  actorId: uuid('actor_id').notNull(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  detail: jsonb('detail').notNull(),
  /** HMAC-SHA-256 under a key of the servers. */
  hash: bytes('hash').notNull(),
})

/** The newest entry of the audit, in one row that a trigger advances: deletion of the last entries shows. */
export const auditHead = pgTable(
  'audit_head',
  {
    one: boolean('one').primaryKey().default(true),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [check('audit_head_is_one', sql`${t.one}`)],
)
