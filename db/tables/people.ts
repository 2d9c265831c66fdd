import { type SQL, sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { folded } from '#db/core/folded.ts'
import { instant, uuidReference } from '#db/tables/columns.ts'

const NAME = sql`first_name || ' ' || first_surname`
const SURNAME_FIRST = sql`first_surname || ' ' || first_name`
/** A text from its second word on, and then the first. */
const fromSecondWord = (text: SQL) => sql`regexp_replace(${text}, '^(\\S+) +(.*)$', '\\2 \\1')`

/**
 * The name of a person as a search compares it, from each of the first two names and of the first two
 * surnames; each has its index, of which a search reads no more than it answers.
 */
export const SEARCHED_NAMES = [
  folded(NAME),
  folded(SURNAME_FIRST),
  folded(fromSecondWord(NAME)),
  folded(fromSecondWord(SURNAME_FIRST)),
] as const

export const person = pgTable(
  'person',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    /** Lower case and unique. */
    email: c.text('email').notNull(),
    /** Argon2id in PHC string format. */
    passwordHash: c.text('password_hash').notNull(),
    /** Null until the verification code was redeemed. */
    confirmedAt: instant('confirmed_at'),
    /** When the person consented to the use of their data (Ley 18.331). */
    consentAt: instant('consent_at'),
    /**
     * When the account was erased. The row stays without personal data, because the ledger refers to
     * it.
     */
    deletedAt: instant('deleted_at'),
    /** Since when an operator keeps the person from logging in; null: not locked. */
    lockedAt: instant('locked_at'),
    firstName: c.text('first_name').notNull(),
    firstSurname: c.text('first_surname').notNull(),
    /** Unique. */
    documentNumber: c.text('document_number').notNull(),
    birthdate: c.date('birthdate').notNull(),
    /** When the person corrected it; a second correction is refused. */
    birthdateCorrectedAt: instant('birthdate_corrected_at'),
    sex: c.text('sex', { enum: ['F', 'M', 'X'] }).notNull(),
    mobile: c.text('mobile').notNull(),
    address: c.text('address').notNull(),
    createdAt: instant('created_at').notNull(),
  }),
  (t) => [
    // An update of a column with a full unique index locks the key (PostgreSQL, "Row-Level Locks"): the deletion of
    // an account would wait for a transaction that has stored a notification and waits for the loyalty.
    uniqueIndex('person_email').on(t.email).where(sql`email is not null`),
    uniqueIndex('person_document').on(t.documentNumber).where(sql`document_number is not null`),
    index('person_newest').on(t.createdAt, t.id),
    // The few that the console lists apart from the others.
    index('person_apart')
      .on(t.createdAt, t.id)
      .where(sql`confirmed_at is null or deleted_at is not null or locked_at is not null`),
    index('person_of_mobile').on(t.mobile),
    index('person_by_first_name').on(sql`(${SEARCHED_NAMES[0]}) text_pattern_ops`),
    index('person_by_surname').on(sql`(${SEARCHED_NAMES[1]}) text_pattern_ops`),
    index('person_by_second_name').on(sql`(${SEARCHED_NAMES[2]}) text_pattern_ops`),
    index('person_by_second_surname').on(sql`(${SEARCHED_NAMES[3]}) text_pattern_ops`),
  ],
)

export const ofPerson = () => uuidReference('person_id', () => person.id)

export const personRole = pgTable(
  'person_role',
  (c) => ({
    personId: ofPerson(),
    roleCode: c.text('role_code', { enum: ['1', '2', '3', '4'] }).notNull(),
    /**
     * Of an operator who asked to be told by email of what has waited too long: what became overdue until
     * then was told. Null: they did not ask.
     */
    overdueToldUntil: instant('overdue_told_until'),
  }),
  (t) => [
    primaryKey({ columns: [t.personId, t.roleCode] }),
    // The few that are no drivers.
    index('person_role_of_operators').on(t.roleCode).where(sql`role_code <> '2'`),
  ],
)

/**
 * Where a person does not want notifications of a type; without a row all are wanted. Those of payments
 * (type 5) are always sent.
 */
export const notificationPreference = pgTable(
  'notification_preference',
  (c) => ({
    personId: ofPerson(),
    type: c.integer('type').notNull(),
    /** Whether the app shows notifications of the type. */
    app: c.boolean('app').notNull().default(true),
    /** Whether emails of the type are sent. */
    email: c.boolean('email').notNull().default(true),
    /** Whether notifications of the type are pushed to the person's devices. */
    push: c.boolean('push').notNull().default(true),
  }),
  (t) => [
    primaryKey({ columns: [t.personId, t.type] }),
    check('notification_preference_type', sql`${t.type} between 1 and 6 and ${t.type} <> 5`),
  ],
)
