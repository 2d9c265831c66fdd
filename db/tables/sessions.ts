import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { person } from '#db/tables/people.ts'
import { bytes, instant } from '#db/tables/columns.ts'

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
  'login_throttle',
  {
    /** SHA-256 of the address that was tried. */
    accountHash: bytes('account_hash').primaryKey(),
    failures: integer('failures').notNull(),
    notBefore: instant('not_before').notNull(),
  },
  (t) => [index('login_throttle_oldest').on(t.notBefore)],
)

/** Answers of calls that change something, so that a repeat has one effect and one answer. */
export const idempotentRequest = pgTable(
  'idempotent_request',
  {
    sessionHash: bytes('session_hash').notNull(),
    auditNumber: text('audit_number').notNull(),
    bodyHash: bytes('body_hash').notNull(),
    /** Null while the first is still at work. */
    answer: jsonb('answer'),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionHash, t.auditNumber] }),
    index('idempotent_request_at').on(t.at),
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
