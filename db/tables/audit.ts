import { sql } from 'drizzle-orm'
import { check, index, pgTable } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#db/tables/columns.ts'

/** Append-only record of actions; each entry's hash covers the entry before it. */
export const audit = pgTable(
  'audit',
  (c) => ({
    seq: c.bigint('seq', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    actorId: c.uuid('actor_id').notNull(),
    action: c.text('action').notNull(),
    subject: c.text('subject').notNull(),
    detail: c.jsonb('detail').notNull(),
    /** HMAC-SHA-256 under a key of the servers. */
    hash: bytes('hash').notNull(),
  }),
  (t) => [
    index('audit_of_subject').on(t.subject, t.seq),
    index('audit_of_actor').on(t.actorId, t.seq),
    index('audit_of_action').on(t.action, t.seq),
    index('audit_of_day').on(t.at),
    // Whose data operators were shown.
    index('audit_of_shown')
      .on(sql`(detail ->> 'person')`, t.seq)
      .where(sql`action = 'showPersonalData'`),
  ],
)

/** The newest entry of the audit, in one row that a trigger advances: deletion of the last entries shows. */
export const auditHead = pgTable(
  'audit_head',
  (c) => ({
    one: c.boolean('one').primaryKey().default(true),
    seq: c.bigint('seq', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  }),
  (t) => [check('audit_head_is_one', sql`${t.one}`)],
)
