import { index, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '#db/tables/columns.ts'

/** A remark of an operator about an object of the console. It has no personal data of its own subject. */
export const operatorNote = pgTable(
  'operator_note',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    /** Kind and id of the object. */
    kind: c.text('kind').notNull(),
    objectId: c.text('object_id').notNull(),
    text: c.text('text').notNull(),
    actorId: c.uuid('actor_id').notNull(),
    at: instant('at').notNull(),
  }),
  (t) => [index('operator_note_of_object').on(t.kind, t.objectId, t.at)],
)
