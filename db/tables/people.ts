import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** Raw bytes: hashes of things that must never be readable here. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** An instant; the database keeps UTC, the wire speaks Montevideo's clocks. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const person = pgTable('person', {
  id: uuid('id').primaryKey(),
  /** Lower case; one account each. */
  email: text('email').notNull().unique(),
  /** Argon2id in PHC form. */
  passwordHash: text('password_hash').notNull(),
  /** Null until the mailed code came back. */
  confirmedAt: instant('confirmed_at'),
  /** When the person agreed to how their data is used (Ley 18.331). */
  consentAt: instant('consent_at'),
  /** Gone: the row stays for the ledger's sake, without anything that names them. */
  deletedAt: instant('deleted_at'),
  firstName: text('first_name').notNull(),
  firstSurname: text('first_surname').notNull(),
  documentNumber: text('document_number').notNull().unique(),
  birthdate: date('birthdate').notNull(),
  sex: text('sex', { enum: ['F', 'M', 'X'] }).notNull(),
  mobile: text('mobile').notNull(),
  address: text('address').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const personRole = pgTable(
  'person_role',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    roleCode: text('role_code', { enum: ['1', '2', '3', '4'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.roleCode] })],
)

export const session = pgTable(
  'session',
  {
    /** SHA-256 of the token; the token itself is only in the app. */
    tokenHash: bytes('token_hash').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    /** SHA-256 of the browser's binder cookie; null for a native app. */
    binderHash: bytes('binder_hash'),
    createdAt: instant('created_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** When the second factor was shown; null: never in this session. */
    secondFactorAt: instant('second_factor_at'),
  },
  (t) => [index('session_of_person').on(t.personId), index('session_expiring').on(t.expiresAt)],
)

/** Wrong passwords of late, by account (known or not: nobody learns which). */
export const loginThrottle = pgTable(
  'login_guess',
  {
    /** SHA-256 of the address that was tried. */
    accountHash: bytes('account_hash').primaryKey(),
    failures: integer('failures').notNull(),
    notBefore: instant('not_before').notNull(),
  },
  (t) => [index('login_guess_oldest').on(t.notBefore)],
)

/** Answers of calls that change something, so that a repeat has one effect and one answer. */
export const idempotentRequest = pgTable(
  'answered',
  {
    sessionHash: bytes('session_hash').notNull(),
    auditNumber: text('audit_number').notNull(),
    bodyHash: bytes('body_hash').notNull(),
    /** Null while the first is still at work. */
    answer: jsonb('answer'),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionHash, t.auditNumber] }), index('answered_at').on(t.at)],
)

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

/** What one registration says of a person, as JSON keeps it. */
export type Draft = Pick<
  typeof person.$inferSelect,
  | 'passwordHash'
  | 'firstName'
  | 'firstSurname'
  | 'documentNumber'
  | 'birthdate'
  | 'sex'
  | 'mobile'
  | 'address'
> & { consentAt: string | null }

/** A code that went by mail: 8 characters by hand, or 256 bits in a link. Both are kept as hashes. */
export const verificationCode = pgTable(
  'mailed_code',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    purpose: text('purpose', { enum: ['confirm', 'reset'] }).notNull(),
    codeHash: bytes('code_hash').notNull(),
    linkHash: bytes('link_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Used, or killed by a newer one. */
    endedAt: instant('ended_at'),
    /** What the code confirms: the registration that it was mailed for. Null when it is over. */
    draft: jsonb('draft').$type<Draft>(),
  },
  (t) => [
    // The newest kills the older ones: one stands for each purpose and draft, which its salted hash tells apart.
    uniqueIndex('mailed_code_standing')
      .on(t.personId, t.purpose, sql`(coalesce(draft ->> 'passwordHash', ''))`)
      .where(sql`ended_at is null`),
    index('mailed_code_expiring').on(t.expiresAt),
  ],
)

/** An operator's second factor (TOTP, RFC 6238). */
export const secondFactor = pgTable('second_factor', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => person.id),
  /** Base32, sealed with the server's secret. */
  secret: text('secret').notNull(),
  /** The one that is to take its place, once its holder has shown it; until then the old one counts. */
  pendingSecret: text('pending_secret'),
  confirmedAt: instant('confirmed_at'),
  /** The newest time step that was used: none counts twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

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
