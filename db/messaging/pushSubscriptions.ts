import { and, asc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { notification } from '#db/tables/messaging.ts'
import { pushSubscription } from '#db/tables/push.ts'
import { session } from '#db/tables/sessions.ts'

/** Devices of one person that are pushed to; the one registered longest ago gives way to another. */
export const MOST_DEVICES = 10

type Row = typeof pushSubscription.$inferInsert
/** A device as its session registers it. */
type NewSubscription = Omit<Row, 'registeredAt'> & { now: Date }

/**
 * Registers the device of a session, in place of what the session had and of the device's earlier
 * owner. The caller holds the lock on the person's row; the lock on the session makes a concurrent end
 * of the session wait, which then deletes the row.
 * @returns the id in force: a repeat of the same session and device keeps its own; undefined when the
 * session has ended
 */
export async function registerSubscription(tx: Db, { now, ...row }: NewSubscription) {
  const { sessionHash, personId, endpoint } = row
  const live = whereEquals(session, { tokenHash: sessionHash, revokedAt: null })
  if ((await tx.select().from(session).where(live).for('share')).length === 0) return undefined
  const ofSession = eq(pushSubscription.sessionHash, sessionHash)
  const earlier = and(ofSession, ne(pushSubscription.endpoint, endpoint))
  await tx.delete(pushSubscription).where(earlier)
  const isSameSession = sql`${pushSubscription.sessionHash} = excluded.session_hash`
  const [registered] = await tx
    .insert(pushSubscription)
    .values({ ...row, registeredAt: now })
    .onConflictDoUpdate({
      target: pushSubscription.endpoint,
      set: {
        ...row,
        id: sql`case when ${isSameSession} then ${pushSubscription.id} else excluded.id end`,
        registeredAt: now,
      },
    })
    .returning({ id: pushSubscription.id })
  await dropOldest(tx, personId, endpoint)
  return registered?.id
}

/** @param newest the endpoint that stays */
async function dropOldest(tx: Db, personId: string, newest: string): Promise<void> {
  const own = eq(pushSubscription.personId, personId)
  const surplus = (await tx.$count(pushSubscription, own)) - MOST_DEVICES
  if (surplus <= 0) return
  const oldest = tx
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(and(own, ne(pushSubscription.endpoint, newest)))
    .orderBy(asc(pushSubscription.registeredAt), asc(pushSubscription.id))
    .limit(surplus)
  await tx.delete(pushSubscription).where(inArray(pushSubscription.id, oldest))
}

/** The device of a session; undefined when it registered none. */
export async function subscriptionOf(db: Db, sessionHash: Buffer) {
  const { id, detail } = pushSubscription
  const ofSession = eq(pushSubscription.sessionHash, sessionHash)
  return (await db.select({ id, detail }).from(pushSubscription).where(ofSession))[0]
}

/** Removes a device by its session or its id; a repeat changes nothing. */
export async function removeSubscription(db: Db, of: { sessionHash: Buffer } | { id: string }) {
  await db.delete(pushSubscription).where(whereEquals(pushSubscription, of))
}

/**
 * A notification with the device that it is for.
 * @returns undefined when the device was removed, its session is over, it belongs to another person, or
 * the person has read or deleted the notification
 */
export async function pushToSend(
  db: Db,
  { notification: id, subscription }: { notification: string; subscription: string },
  now: Date,
) {
  const { type, title, text, url, at } = notification
  const { platform, endpoint, p256dh, auth, detail } = pushSubscription
  const [found] = await db
    .select({ type, title, text, url, at, platform, endpoint, p256dh, auth, detail })
    .from(pushSubscription)
    .innerJoin(session, eq(session.tokenHash, pushSubscription.sessionHash))
    .innerJoin(notification, eq(notification.personId, pushSubscription.personId))
    .where(
      and(
        eq(pushSubscription.id, subscription),
        whereEquals(notification, { id, read: false, deleted: false }),
        isNull(session.revokedAt),
        gt(session.expiresAt, now),
      ),
    )
  return found
}
