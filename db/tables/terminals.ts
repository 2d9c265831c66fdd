import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant, textReference, uuidReference } from '#db/tables/columns.ts'
import { branch } from '#db/tables/stations.ts'

/** A till, or another program of a station that reports. It enrols once; a lost key needs a new row. */
export const terminal = pgTable(
  'terminal',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    branchCode: textReference('branch_code', () => branch.code),
    name: c.text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** SHA-256 of the one-time code that enrols it, of 80 random bits. */
    codeHash: bytes('code_hash').notNull().unique(),
    codeExpiresAt: instant('code_expires_at').notNull(),
    enrolledAt: instant('enrolled_at'),
    /** Time of the last heartbeat. */
    heardAt: instant('heard_at'),
    /** By how many seconds its clock was ahead then. */
    clockSkew: c.integer('clock_skew'),
  }),
  (t) => [uniqueIndex('terminal_name').on(t.branchCode, t.name).where(sql`revoked_at is null`)],
)

/** A public key of a terminal. At most two are in force: the terminal is locked while one is added. */
export const terminalKey = pgTable(
  'terminal_key',
  (c) => ({
    /** SHA-256 of the public key in base64url: a key belongs to one terminal, and comes back never. */
    keyid: c.text('keyid').primaryKey(),
    terminalId: uuidReference('terminal_id', () => terminal.id),
    publicKey: bytes('public_key').notNull(),
    since: instant('since').notNull(),
    /** From when it is no longer valid; null: until a rotation. */
    endsAt: instant('ends_at'),
  }),
  (t) => [
    index('terminal_key_of_terminal').on(t.terminalId),
    check('terminal_key_length', sql`length(${t.publicKey}) = 32`),
  ],
)

/**
 * The bytes and the signature of a message that a terminal answers for: the evidence in a dispute with
 * a station. Append-only; the database lets only `purge_terminal_batches` delete it, after 400 days.
 */
export const terminalBatch = pgTable(
  'terminal_batch',
  (c) => ({
    id: c.uuid('id').primaryKey().defaultRandom(),
    terminalId: uuidReference('terminal_id', () => terminal.id),
    /** The id of the batch: the audit number of the call and the nonce of its signature. */
    nonce: c.text('nonce').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** The address that the signature covers as `@target-uri`. */
    targetUri: c.text('target_uri').notNull(),
    /**
     * The body as received; its items with a card number are null, and then the digest is that of what
     * was signed (P12).
     */
    body: bytes('body').notNull(),
    /** The header fields of the same names. */
    contentDigest: c.text('content_digest').notNull(),
    signatureInput: c.text('signature_input').notNull(),
    signature: c.text('signature').notNull(),
  }),
  (t) => [
    index('terminal_batch_of_terminal').on(t.terminalId, t.receivedAt),
    index('terminal_batch_received').on(t.receivedAt),
  ],
)
