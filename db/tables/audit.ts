import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#db/tables/columns.ts'

/** Who did what to what: append-only, each line's hash covering the one before. */
export const audit = pgTable('audit', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  at: instant('at').notNull(),
  actorId: uuid('actor_id').notNull(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  detail: jsonb('detail').notNull(),
  hash: bytes('hash').notNull(),
})
