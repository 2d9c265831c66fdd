import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Db } from '#db/core/connection.ts'
import { secondFactor } from '#db/tables/sessions.ts'

/** A row of the table `second_factor`; its secrets are encrypted. */
export type Factor = typeof secondFactor.$inferSelect

/** The factor of a person, confirmed or not. */
export async function factorOf(db: Db, personId: string): Promise<Factor | undefined> {
  return (await db.select().from(secondFactor).where(eq(secondFactor.personId, personId)))[0]
}

/** The factor in force of a person; undefined when there is none. */
export async function confirmedFactor(db: Db, personId: string): Promise<Factor | undefined> {
  const confirmed = and(eq(secondFactor.personId, personId), isNotNull(secondFactor.confirmedAt))
  return (await db.select().from(secondFactor).where(confirmed))[0]
}

/**
 * Stores a new unconfirmed secret beside the one in force. The used time steps of the latter are not
 * reset.
 * @param secret encrypted
 */
export async function storePendingFactor(db: Db, personId: string, secret: string): Promise<void> {
  const pending = { pendingSecret: secret }
  await db
    .insert(secondFactor)
    .values({ personId, secret, ...pending })
    .onConflictDoUpdate({ target: secondFactor.personId, set: pending })
}

/**
 * Removes the factor of a person.
 * @param which `unconfirmed`: one in force stays
 * @returns whether a factor in force is left
 */
export async function removeFactor(tx: Db, personId: string, which: 'any' | 'unconfirmed') {
  const unconfirmed = which === 'unconfirmed' ? isNull(secondFactor.confirmedAt) : undefined
  await tx.delete(secondFactor).where(and(eq(secondFactor.personId, personId), unconfirmed))
  return (await confirmedFactor(tx, personId)) !== undefined
}

/**
 * Marks a time step of the factor (RFC 6238) as used.
 * @returns false when this or a later step was used before
 */
export async function consumeStep(db: Db, personId: string, step: number): Promise<boolean> {
  const used = await db
    .update(secondFactor)
    .set({ lastStep: step })
    .where(and(eq(secondFactor.personId, personId), lt(secondFactor.lastStep, step)))
  return Boolean(used.rowCount)
}

/**
 * Confirms a factor after a right code: the pending secret, if there is one, replaces the one in force,
 * and the step is marked as used.
 * @param factor the row with which the code was checked
 * @returns false when the step was used before or the secret has changed since; then nothing is changed
 */
export async function confirmFactor(
  tx: Db,
  { personId, secret, pendingSecret }: Factor,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const unchanged =
    pendingSecret === null
      ? and(isNull(secondFactor.pendingSecret), lt(secondFactor.lastStep, step))
      : eq(secondFactor.pendingSecret, pendingSecret)
  const confirmed = await tx
    .update(secondFactor)
    .set({ secret: pendingSecret ?? secret, pendingSecret: null, confirmedAt: now, lastStep: step })
    .where(and(eq(secondFactor.personId, personId), eq(secondFactor.secret, secret), unchanged))
  return Boolean(confirmed.rowCount)
}
