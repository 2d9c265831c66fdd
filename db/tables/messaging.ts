import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { MESSAGE_STATES } from '#contract/entities/contactMessage.ts'
import { bytes, instant } from '#db/tables/columns.ts'
import { programme } from '#db/tables/loyalties.ts'
import { ofPerson, person } from '#db/tables/people.ts'

export const notification = pgTable(
  'notification',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    /** Identifies the event; unique per person, so that an event makes one notification (N2). */
    event: c.text('event').notNull(),
    type: c.integer('type').notNull(),
    at: instant('at').notNull(),
    currency: c.text('currency', { enum: ['858', '840'] }).notNull(),
    amount: c.integer('amount').notNull(),
    title: c.text('title').notNull(),
    text: c.text('text').notNull(),
    read: c.boolean('read').notNull().default(false),
    deleted: c.boolean('deleted').notNull().default(false),
    url: c.text('url').notNull().default(''),
    imageUrl: c.text('image_url').notNull().default(''),
    html: c.text('html').notNull().default(''),
  }),
  (t) => [
    uniqueIndex('notification_once').on(t.personId, t.event),
    index('notification_newest').on(t.personId, t.at.desc(), t.id.desc()),
    index('notification_of_announcement')
      .on(t.event, t.read)
      .where(sql`event like 'announcement:%'`),
  ],
)

/** A promotion of the network; a notification of type 3 announces it to each driver. */
export const promotion = pgTable(
  'promotion',
  (c) => ({
    /** Chosen by the operator; part of an address. */
    id: c.text('id').primaryKey(),
    title: c.text('title').notNull(),
    text: c.text('text').notNull(),
    /** Address of a picture that the product hosts; empty when there is none. */
    imageUrl: c.text('image_url').notNull().default(''),
    /** Only for the holders of a loyalty of it; null: for every driver. */
    programme: c.text('programme').references(() => programme.code),
    /** Codes of the stations where it holds; empty: all. */
    branches: c.jsonb('branches').$type<string[]>().notNull().default([]),
    /** The days in America/Montevideo on which it holds, both included. */
    firstDay: c.date('first_day').notNull(),
    lastDay: c.date('last_day').notNull(),
    url: c.text('url').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    /** Only the console shows it. */
    draft: c.boolean('draft').notNull().default(false),
    /** When its announcement begins; null for a draft, and for one that the command line announced. */
    sendAt: instant('send_at'),
    /** The drivers that it was meant for when it was sent. */
    audience: c.integer('audience').notNull().default(0),
    /** The last driver that its announcement has passed, in the order of their ids. */
    sentUpTo: c.uuid('sent_up_to'),
    /** The devices that it was pushed to. */
    devices: c.integer('devices').notNull().default(0),
    stoppedAt: instant('stopped_at'),
    /** When the last driver was passed. */
    doneAt: instant('done_at'),
    /** When an operator ended it before its last day. */
    endedAt: instant('ended_at'),
  }),
  (t) => [
    check('promotion_period', sql`${t.firstDay} <= ${t.lastDay}`),
    index('promotion_newest').on(t.createdAt, t.id),
  ],
)

/** A picture that an operator uploaded for a promotion. */
export const promotionPicture = pgTable('promotion_picture', (c) => ({
  /** Where the server answers it: `imageUrl` of its promotion. */
  address: c.text('address').primaryKey(),
  mediaType: c.text('media_type').notNull(),
  bytes: bytes('bytes').notNull(),
}))

/** Outbox of emails, inserted in the transaction of the event that they report. */
export const mail = pgTable(
  'mail',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    /** Identifies the event, so that it makes one email. */
    event: c.text('event').notNull().unique(),
    recipient: c.text('recipient').notNull(),
    subject: c.text('subject').notNull(),
    text: c.text('text').notNull(),
    html: c.text('html').notNull(),
    at: instant('at').notNull(),
    tries: c.integer('tries').notNull().default(0),
    sentAt: instant('sent_at'),
    /** When sending was given up after the last try. */
    deadAt: instant('dead_at'),
    lastError: c.text('last_error').notNull().default(''),
  }),
  (t) => [
    index('mail_newest').on(t.at.desc()),
    index('mail_of_recipient').on(t.recipient, t.at.desc()),
  ],
)

export const contactMessage = pgTable(
  'contact_message',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    type: c.text('type').notNull(),
    title: c.text('title').notNull(),
    text: c.text('text').notNull(),
    branchCode: c.text('branch_code').notNull().default(''),
    at: instant('at').notNull(),
    state: c.text('state', { enum: MESSAGE_STATES }).notNull().default('RECEIVED'),
    /** The network's answer; empty unless the state is ANSWERED. */
    answer: c.text('answer').notNull().default(''),
    /** When an operator answered or closed it; null while it is RECEIVED. */
    answeredAt: instant('answered_at'),
    /** The operator who answered or closed it. */
    answeredBy: c.uuid('answered_by').references(() => person.id),
    /** The operator who is to answer it; null: none is named. */
    assignedTo: c.uuid('assigned_to'),
  }),
  (t) => [
    index('contact_message_of_person').on(t.personId, t.at.desc()),
    index('contact_message_newest').on(t.at, t.id),
    index('contact_message_of_station').on(t.branchCode, t.at, t.id).where(sql`branch_code <> ''`),
    index('contact_message_unanswered').on(t.at, t.id).where(sql`state = 'RECEIVED'`),
    index('contact_message_of_operator')
      .on(t.assignedTo, t.at, t.id)
      .where(sql`assigned_to is not null`),
    index('contact_message_answered').on(t.answeredAt).where(sql`answered_at is not null`),
    check(
      'contact_message_state',
      sql`(${t.state} = 'RECEIVED') = (${t.answeredAt} is null)
        and (${t.answeredAt} is null) = (${t.answeredBy} is null)
        and (${t.state} = 'ANSWERED') = (${t.answer} <> '')`,
    ),
  ],
)

/** A text with which an answer to a message can begin. */
export const messageTemplate = pgTable('message_template', (c) => ({
  id: c.uuid('id').primaryKey(),
  title: c.text('title').notNull(),
  /** `{nombre}` and `{asunto}` stand for the sender's first name and the title of the message. */
  text: c.text('text').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Since when answers do not offer it; null while they do. */
  removedAt: instant('removed_at'),
}))

/** The photo of a document in a message that asks for another birthdate, until the decision. */
export const contactPicture = pgTable(
  'contact_picture',
  (c) => ({
    messageId: c
      .uuid('message_id')
      .primaryKey()
      .references(() => contactMessage.id, { onDelete: 'cascade' }),
    bytes: bytes('bytes').notNull(),
    mediaType: c.text('media_type').notNull(),
    /** The birthdate that the sender asks for. */
    birthdate: c.date('birthdate').notNull(),
    at: instant('at').notNull(),
  }),
  (t) => [index('contact_picture_at').on(t.at)],
)
