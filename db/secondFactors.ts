import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { secondFactor, session } from '#db/tables/people.ts'

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

/** Keeps a new secret, not confirmed yet, beside the one in force. */
export async function keepFactor(db: Db, personId: string, secret: string): Promise<void> {
  const pending = { pendingSecret: secret, lastStep: 0 }
  await db
    .insert(secondFactor)
    .values({ personId, secret, ...pending })
    .onConflictDoUpdate({ target: secondFactor.personId, set: pending })
}

/** Uses up a time step; false when it, or a later one, was used before. */
export async function spendStep(db: Db, personId: string, step: number): Promise<boolean> {
  const used = await db
    .update(secondFactor)
    .set({ lastStep: step })
    .where(and(eq(secondFactor.personId, personId), lt(secondFactor.lastStep, step)))
    .returning({ personId: secondFactor.personId })
  return used.length > 0
}

/** The person has shown that they hold the secret: from now on it is asked of them. */
export async function confirmFactor(
  tx: Db,
  personId: string,
  sessionHash: Buffer,
  now: Date,
): Promise<void> {
  await tx
    .update(secondFactor)
    .set({
      secret: sql`coalesce(${secondFactor.pendingSecret}, ${secondFactor.secret})`,
      pendingSecret: null,
      confirmedAt: now,
    })
    .where(eq(secondFactor.personId, personId))
  await tx.update(session).set({ secondFactorAt: now }).where(eq(session.tokenHash, sessionHash))
}
