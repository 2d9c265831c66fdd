import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#db/tables/columns.ts'
import { ofPerson, type person } from '#db/tables/people.ts'

export const session = pgTable(
  'session',
  (c) => ({
    /** SHA-256 of the session token; the token itself is not stored. */
    tokenHash: bytes('token_hash').primaryKey(),
    /** Names the session to its owner; it authenticates nothing. */
    id: c.uuid('id').notNull().defaultRandom(),
    personId: ofPerson(),
    /** SHA-256 of the browser's binder cookie; null for a native app. */
    binderHash: bytes('binder_hash'),
    /** What the last renewal replaced: it repeats requests that were answered, and authenticates nothing. */
    replacedTokenHash: bytes('replaced_token_hash'),
    replacedBinderHash: bytes('replaced_binder_hash'),
    createdAt: instant('created_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** When the second factor was verified; null: not in this session. */
    secondFactorAt: instant('second_factor_at'),
    /** Wrong codes of the second factor in this session since its last right one. */
    wrongCodes: c.integer('wrong_codes').notNull().default(0),
    /** The platform letter of the login's version: `a`, `i` or `b`. */
    platform: c.text('platform').notNull().default(''),
    /** The device as its owner would name it: "Firefox en Windows". No version, no address. */
    device: c.text('device').notNull().default(''),
  }),
  (t) => [
    index('session_of_person').on(t.personId),
    index('session_expiring').on(t.expiresAt),
    index('session_replaced_token')
      .on(t.replacedTokenHash)
      .where(sql`replaced_token_hash is not null`),
  ],
)

/**
 * Failed attempts per delay key. Known and unknown accounts are counted alike, so that the
 * delay does not reveal which exist.
 */
export const loginDelay = pgTable(
  'login_delay',
  (c) => ({
    /** SHA-256 of the delay key. */
    accountHash: bytes('account_hash').primaryKey(),
    failures: c.integer('failures').notNull(),
    notBefore: instant('not_before').notNull(),
  }),
  (t) => [index('login_delay_oldest').on(t.notBefore)],
)

/** One token bucket per key of a limit, as the one instant at which it is full again. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    /** SHA-256 of the limit's name and of whose bucket it is. */
    key: bytes('key').primaryKey(),
    fullAt: instant('full_at').notNull(),
  },
  (t) => [index('rate_limit_full').on(t.fullAt)],
)

/** First answers of calls that change data, by idempotency key (P7). */
export const idempotentRequest = pgTable(
  'idempotent_request',
  (c) => ({
    /** The session or the terminal. */
    callerId: c.uuid('caller_id').notNull(),
    auditNumber: c.text('audit_number').notNull(),
    bodyHash: bytes('body_hash').notNull(),
    /** Null until the first request is answered. Not jsonb: a repeat gets the fields in the same order. */
    answer: c.json('answer'),
    at: instant('at').notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.callerId, t.auditNumber] }),
    index('idempotent_request_at').on(t.at),
  ],
)

/** The personal data of one registration, stored as JSON until it is confirmed. */
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

/**
 * A verification code sent by email: 8 characters to type, or 256 bits in a link. Only hashes are
 * stored.
 */
export const verificationCode = pgTable(
  'verification_code',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    purpose: c.text('purpose', { enum: ['confirm', 'reset'] }).notNull(),
    codeHash: bytes('code_hash').notNull(),
    linkHash: bytes('link_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    tries: c.integer('tries').notNull().default(0),
    /** When it was redeemed, or replaced by a newer code. */
    endedAt: instant('ended_at'),
    redeemedAt: instant('redeemed_at'),
    /** The registration that the code confirms; null once the code has ended. */
    draft: c.jsonb('draft').$type<Draft>(),
  }),
  (t) => [
    // One valid code per purpose and registration: a newer code replaces the older one. The salted
    // password hash identifies the registration.
    uniqueIndex('verification_code_standing')
      .on(t.personId, t.purpose, sql`(coalesce(draft ->> 'passwordHash', ''))`)
      .where(sql`ended_at is null`),
    index('verification_code_expiring').on(t.expiresAt),
  ],
)

/**
 * A change of a person's email: pending until both codes were given, then in force. The old address
 * can stop it with a link until it expires (docs/decisions/0009-accounts.md).
 * Only hashes of secrets are stored.
 */
export const emailChange = pgTable(
  'email_change',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    oldEmail: c.text('old_email').notNull(),
    newEmail: c.text('new_email').notNull(),
    oldCodeHash: bytes('old_code_hash').notNull(),
    /** Of no code when the new address has an account: such a change is never confirmed. */
    newCodeHash: bytes('new_code_hash').notNull(),
    /** Of the link in the email that announces the change. */
    stopHash: bytes('stop_hash').notNull(),
    /** Of the link in the email that reports the change. */
    undoHash: bytes('undo_hash'),
    createdAt: instant('created_at').notNull(),
    /** Until when it can be confirmed; once confirmed, until when it can be undone. */
    expiresAt: instant('expires_at').notNull(),
    tries: c.integer('tries').notNull().default(0),
    confirmedAt: instant('confirmed_at'),
    /** When it was stopped, undone or replaced by a newer one. */
    endedAt: instant('ended_at'),
  }),
  (t) => [
    uniqueIndex('email_change_pending')
      .on(t.personId)
      .where(sql`ended_at is null and confirmed_at is null`),
    index('email_change_of_person').on(t.personId, t.createdAt.desc()),
    index('email_change_of_address').on(t.oldEmail),
    index('email_change_expiring').on(t.expiresAt),
  ],
)

/** An operator's second factor (TOTP, RFC 6238). */
export const secondFactor = pgTable('second_factor', (c) => ({
  personId: ofPerson().primaryKey(),
  /** Base32, encrypted with the server's secret. */
  secret: c.text('secret').notNull(),
  /** A new secret that is not confirmed yet; until then the old one is valid. */
  pendingSecret: c.text('pending_secret'),
  confirmedAt: instant('confirmed_at'),
  /** The newest time step that was used; a step is valid once. */
  lastStep: c.bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Wrong codes that count for the wait; a right code takes back only those of its own session. */
  wrongCodes: c.integer('wrong_codes').notNull().default(0),
  /** Until when no code is checked; null: now. */
  nextCodeAt: instant('next_code_at'),
  /** A password reset has taken back the wrong codes; the next does so only after a right code. */
  forgiven: c.boolean('forgiven').notNull().default(false),
}))

/** The one-time code of the command line with which an operator enrols the first second factor. */
export const enrolmentCode = pgTable('enrolment_code', {
  personId: ofPerson().primaryKey(),
  /** SHA-256 of a code of 80 random bits. */
  codeHash: bytes('code_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
