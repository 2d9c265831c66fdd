import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { secondFactor, session } from '#db/tables/sessions.ts'

/** A person's second factor, its secret sealed. */
export type Factor = typeof secondFactor.$inferSelect

/** The factor of a person, whether they have confirmed it or not. */
export async function factorOf(db: Db, personId: string): Promise<Factor | undefined> {
  return (await db.select().from(secondFactor).where(eq(secondFactor.personId, personId)))[0]
}

/** The factor that a person must show; undefined: they have confirmed none. */
export async function confirmedFactor(db: Db, personId: string): Promise<Factor | undefined> {
  const confirmed = and(eq(secondFactor.personId, personId), isNotNull(secondFactor.confirmedAt))
  return (await db.select().from(secondFactor).where(confirmed))[0]
}

/** Keeps a new secret, not confirmed yet, beside the one in force, whose used codes stay used. */
export async function storePendingFactor(db: Db, personId: string, secret: string): Promise<void> {
  const pending = { pendingSecret: secret }
  await db
    .insert(secondFactor)
    .values({ personId, secret, ...pending })
    .onConflictDoUpdate({ target: secondFactor.personId, set: pending })
}

/** Uses up a time step; false when it, or a later one, was used before. */
export async function consumeStep(db: Db, personId: string, step: number): Promise<boolean> {
  const used = await db
    .update(secondFactor)
    .set({ lastStep: step })
    .where(and(eq(secondFactor.personId, personId), lt(secondFactor.lastStep, step)))
    .returning({ personId: secondFactor.personId })
  return used.length > 0
}

/**
 * The person has shown that they hold the secret, the one to come if there is one: from now on it
 * is asked of them, and that step of it is used.
 * @param factor as it was when the code was looked at
 * @returns false when the step was used before, or the secret is another by now: nothing has changed
 */
export async function confirmFactor(
  tx: Db,
  { personId, secret, pendingSecret }: Factor,
  { step, sessionHash, now }: { step: number; sessionHash: Buffer; now: Date },
): Promise<boolean> {
  const shown =
    pendingSecret === null
      ? and(isNull(secondFactor.pendingSecret), lt(secondFactor.lastStep, step))
      : eq(secondFactor.pendingSecret, pendingSecret)
  const confirmed = await tx
    .update(secondFactor)
    .set({
      secret: pendingSecret ?? secret,
      pendingSecret: null,
      confirmedAt: now,
      lastStep: step,
    })
    .where(and(eq(secondFactor.personId, personId), eq(secondFactor.secret, secret), shown))
    .returning({ personId: secondFactor.personId })
  if (confirmed.length === 0) return false
  await tx.update(session).set({ secondFactorAt: now }).where(eq(session.tokenHash, sessionHash))
  return true
}
