import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#db/tables/columns.ts'
import { ofPerson } from '#db/tables/people.ts'

/** A passkey (WebAuthn credential) of a person. */
export const passkey = pgTable(
  'passkey',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    credentialId: bytes('credential_id').notNull(),
    /** COSE key. */
    publicKey: bytes('public_key').notNull(),
    /** The signature counter of the last use; 0 of a passkey that does not count. */
    counter: c.bigint('counter', { mode: 'number' }).notNull(),
    /** How the browser reaches it, as it said. */
    transports: c.text('transports').array().notNull(),
    /** The device may copy it to the owner's other devices. */
    backupEligible: c.boolean('backup_eligible').notNull(),
    /** It was copied, at its last use. */
    backedUp: c.boolean('backed_up').notNull(),
    /** Model of the authenticator, as it said; zeros: unknown. */
    aaguid: c.uuid('aaguid').notNull(),
    name: c.text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  }),
  (t) => [
    uniqueIndex('passkey_credential').on(t.credentialId),
    index('passkey_of_person').on(t.personId, t.createdAt.desc()),
  ],
)

/** Challenges of passkeys that were used: each is accepted once. Unused ones are stored nowhere. */
export const usedChallenge = pgTable(
  'used_challenge',
  {
    /** SHA-256 of the challenge. */
    hash: bytes('hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('used_challenge_expiring').on(t.expiresAt)],
)
