import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#db/core/connection.ts'
import { isUuid } from '#db/core/uuid.ts'
import { session } from '#db/tables/sessions.ts'

/** The live sessions of a person, the last used first. */
export async function liveSessionsOf(db: Db, personId: string, now: Date) {
  const { id, tokenHash, platform, device, createdAt, seenAt } = session
  return await db
    .select({ id, tokenHash, platform, device, createdAt, seenAt })
    .from(session)
    .where(
      and(eq(session.personId, personId), isNull(session.revokedAt), gt(session.expiresAt, now)),
    )
    .orderBy(desc(session.seenAt), desc(session.createdAt))
}

/**
 * Ends one session of a person; a repeat changes nothing.
 * @param id any text; one that is no UUID names no session
 * @returns false when the person has no such session
 */
export async function endSessionOf(db: Db, personId: string, id: string, now: Date) {
  if (!isUuid(id)) return false
  const own = and(eq(session.id, id), eq(session.personId, personId))
  const live = and(own, isNull(session.revokedAt))
  await db.update(session).set({ revokedAt: now }).where(live)
  return (await db.$count(session, own)) > 0
}
