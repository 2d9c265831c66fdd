import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { person } from '#db/tables/people.ts'
import { instant } from '#db/tables/columns.ts'

export const notification = pgTable(
  'notification',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    /** What happened, so that it is told once. */
    event: text('event').notNull(),
    type: integer('type').notNull(),
    at: instant('at').notNull(),
    currency: text('currency', { enum: ['858', '840'] }).notNull(),
    amount: integer('amount').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    read: boolean('read').notNull().default(false),
    deleted: boolean('deleted').notNull().default(false),
    url: text('url').notNull().default(''),
    imageUrl: text('image_url').notNull().default(''),
    html: text('html').notNull().default(''),
  },
  (t) => [
    uniqueIndex('notification_once').on(t.personId, t.event),
    index('notification_newest').on(t.personId, t.at.desc(), t.id.desc()),
  ],
)

/** Mail to be sent, written in the transaction of what it tells. */
export const mail = pgTable(
  'mail',
  {
    id: uuid('id').primaryKey(),
    /** What it tells, so that it is told once. */
    event: text('event').notNull().unique(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    at: instant('at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When it is tried next; null: sent, or given up. */
    dueAt: instant('due_at'),
    sentAt: instant('sent_at'),
    /** The dead letter: given up after so many tries. */
    deadAt: instant('dead_at'),
    lastError: text('last_error').notNull().default(''),
  },
  (t) => [
    index('mail_due').on(t.dueAt).where(sql`due_at is not null`),
    index('mail_newest').on(t.at.desc()),
  ],
)

/** What a person wrote to the network. */
export const contactMessage = pgTable(
  'contact_message',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    type: text('type').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    branchCode: text('branch_code').notNull().default(''),
    at: instant('at').notNull(),
  },
  (t) => [
    index('contact_message_of_person').on(t.personId, t.at.desc()),
    index('contact_message_newest').on(t.at, t.id),
  ],
)
