import { and, count, desc, eq, getTableColumns } from 'drizzle-orm'
import type { Notification } from '#contract/entities/notification.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import type { Db } from '#db/connection.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { notification } from '#db/tables/messaging.ts'

/** The newest of a person's notifications that they have not deleted. */
export async function notificationsOf(
  db: Db,
  personId: string,
  count: number,
  type?: number,
): Promise<Notification[]> {
  const { at: _at, personId: _owner, event: _event, ...columns } = getTableColumns(notification)
  const rows = await db
    .select({ ...columns, datetime: sqlTimestamp(notification.at) })
    .from(notification)
    .where(
      and(
        eq(notification.personId, personId),
        eq(notification.deleted, false),
        type === undefined ? undefined : eq(notification.type, type),
      ),
    )
    .orderBy(desc(notification.at), desc(notification.id))
    .limit(count)
  return rows.map((row) => ({
    ...row,
    type: row.type as Notification['type'],
    read: row.read ? 'true' : 'false',
    deleted: row.deleted ? 'true' : 'false',
  }))
}

/** Tells a person of an event; telling them again of the same one changes nothing. */
export async function insertNotification(
  tx: Db,
  news: Omit<typeof notification.$inferInsert, 'read' | 'deleted'>,
): Promise<void> {
  await tx.insert(notification).values(news).onConflictDoNothing()
}

const marked = {
  read: { read: true },
  unread: { read: false },
  deleted: { deleted: true },
} as const satisfies Record<Mark, object>

/**
 * N1: marks one of a person's notifications, however often.
 * @param id whatever the caller sent: what is no identifier is no notification
 * @returns false when there is none of theirs
 */
export async function setNotificationMark(
  db: Db,
  personId: string,
  id: string,
  mark: Mark,
): Promise<boolean> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return false
  const found = await db
    .update(notification)
    .set(marked[mark])
    .where(and(eq(notification.id, id), eq(notification.personId, personId)))
    .returning({ id: notification.id })
  return found.length > 0
}

/** How many a person has neither read nor deleted. */
export async function countUnread(db: Db, personId: string): Promise<number> {
  const [counted] = await db
    .select({ unread: count() })
    .from(notification)
    .where(
      and(
        eq(notification.personId, personId),
        eq(notification.read, false),
        eq(notification.deleted, false),
      ),
    )
  return counted?.unread ?? 0
}
