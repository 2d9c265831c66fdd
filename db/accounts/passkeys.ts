import { and, asc, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { passkey, usedChallenge } from '#db/tables/passkeys.ts'

export type PasskeyRow = typeof passkey.$inferSelect

/** The passkeys of a person, the newest first. */
export const passkeysOf = (db: Db, personId: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkey)
    .where(eq(passkey.personId, personId))
    .orderBy(desc(passkey.createdAt), asc(passkey.id))

/** The passkey with a credential id, of any person: the signature then proves its owner. */
export async function passkeyByCredential(db: Db, credentialId: Buffer) {
  return (await db.select().from(passkey).where(eq(passkey.credentialId, credentialId)))[0]
}

export const countPasskeys = async (db: Db, personId: string): Promise<number> =>
  await db.$count(passkey, eq(passkey.personId, personId))

/**
 * Stores a new passkey.
 * @returns false when its credential id is stored already; then nothing is changed
 */
export async function insertPasskey(tx: Db, row: PasskeyRow): Promise<boolean> {
  const target = passkey.credentialId
  return Boolean((await tx.insert(passkey).values(row).onConflictDoNothing({ target })).rowCount)
}

const own = (personId: string, id: string) => whereEquals(passkey, { personId, id })

/**
 * Renames a passkey of a person; a repeat changes nothing.
 * @param id any text; one that is no UUID names no passkey
 * @returns false when the person has no such passkey
 */
export async function renamePasskeyOf(db: Db, personId: string, id: string, name: string) {
  if (!isUuid(id)) return false
  return Boolean((await db.update(passkey).set({ name }).where(own(personId, id))).rowCount)
}

/**
 * Deletes a passkey of a person.
 * @param id any text; one that is no UUID names no passkey
 * @returns undefined when the person has no such passkey
 */
export async function removePasskeyOf(tx: Db, personId: string, id: string) {
  if (!isUuid(id)) return undefined
  return (await tx.delete(passkey).where(own(personId, id)).returning())[0]
}

/**
 * Deletes all passkeys of a person.
 * @returns how many there were
 */
export async function removePasskeysOf(tx: Db, personId: string): Promise<number> {
  return (await tx.delete(passkey).where(eq(passkey.personId, personId))).rowCount ?? 0
}

/**
 * Stores the use of a passkey after its signature was verified, in one statement, so that of two
 * assertions with one counter one is accepted. A passkey that does not count has 0 always.
 * @returns false when the passkey was removed, or its counter did not rise
 */
export async function recordUse(
  tx: Db,
  { id, personId }: PasskeyRow,
  used: { counter: number; backedUp: boolean; now: Date },
): Promise<boolean> {
  const { counter, backedUp, now } = used
  const rises = or(
    lt(passkey.counter, counter),
    and(eq(passkey.counter, 0), sql`${counter}::bigint = 0`),
  )
  const stored = await tx
    .update(passkey)
    .set({ counter, backedUp, lastUsedAt: now })
    .where(and(own(personId, id), rises))
  return Boolean(stored.rowCount)
}

/**
 * Uses up a challenge, in one statement: of concurrent uses one succeeds.
 * @param expiresAt when it is refused anyway, and need not be remembered any more
 * @returns false when it was used before
 */
export async function consumeChallenge(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const used = await db.insert(usedChallenge).values({ hash, expiresAt }).onConflictDoNothing()
  return Boolean(used.rowCount)
}
