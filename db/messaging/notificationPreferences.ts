import { eq } from 'drizzle-orm'
import {
  type Channel,
  isOptional,
  type NotificationPreference,
  PREFERENCES,
} from '#contract/entities/notificationPreference.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { notificationPreference } from '#db/tables/people.ts'

/** Every choice of a person, in the order of `PREFERENCES`. */
export async function preferencesOf(db: Db, personId: string): Promise<NotificationPreference[]> {
  const own = eq(notificationPreference.personId, personId)
  const rows = await db.select().from(notificationPreference).where(own)
  return PREFERENCES.map((one) => {
    const row = rows.find(({ type }) => type === one.type)
    return { ...one, enabled: one.fixed || (row?.[one.channel] ?? true) }
  })
}

/** Stores a choice; a repeat changes nothing. */
export async function setPreference(
  tx: Db,
  personId: string,
  type: number,
  channel: Channel,
  enabled: boolean,
): Promise<void> {
  await tx
    .insert(notificationPreference)
    .values({ personId, type, [channel]: enabled })
    .onConflictDoUpdate({
      target: [notificationPreference.personId, notificationPreference.type],
      set: { [channel]: enabled },
    })
}

/**
 * Whether a person wants notifications of a type. Types without a choice are always sent, without a query.
 */
export async function isWanted(tx: Db, personId: string, type: number, channel: Channel) {
  if (!isOptional(type, channel)) return true
  const ofType = whereEquals(notificationPreference, { personId, type })
  const [row] = await tx.select().from(notificationPreference).where(ofType)
  return row?.[channel] ?? true
}
