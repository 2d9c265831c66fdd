import { and, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Notification } from '#contract/entities/notification.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import type { Db } from '#db/connection.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { wants } from '#db/messaging/notificationPreferences.ts'
import { notification } from '#db/tables/messaging.ts'

/** The newest notifications of a person, without those that the person deleted. */
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

const insert = prepared('insert_notification', (db) =>
  db
    .insert(notification)
    .values({
      id: sql.placeholder('id'),
      personId: sql.placeholder('personId'),
      event: sql.placeholder('event'),
      type: sql.placeholder('type'),
      at: sql.placeholder('at'),
      currency: sql.placeholder('currency'),
      amount: sql.placeholder('amount'),
      title: sql.placeholder('title'),
      text: sql.placeholder('text'),
      url: sql.placeholder('url'),
      imageUrl: sql.placeholder('imageUrl'),
      html: sql.placeholder('html'),
    })
    .onConflictDoNothing()
    .prepare('insert_notification'),
)
/**
 * Stores a notification, unless the person turned its type off. An event notifies a person once (N2):
 * a second one is not stored.
 */
export async function insertNotification(
  tx: Db,
  row: Omit<typeof notification.$inferInsert, 'read' | 'deleted'>,
): Promise<void> {
  if (await wants(tx, row.personId, row.type, 'app')) await insertSecurityNotification(tx, row)
}

/** Stores a notification about the security of the account, which no preference turns off. */
export async function insertSecurityNotification(
  tx: Db,
  row: Omit<typeof notification.$inferInsert, 'read' | 'deleted'>,
): Promise<void> {
  await insert(tx).execute({ url: '', imageUrl: '', html: '', ...row })
}

/** Whether an event has notified a person. */
export async function wasNotified(db: Db, personId: string, event: string): Promise<boolean> {
  const told = and(eq(notification.personId, personId), eq(notification.event, event))
  return (await db.select({ id: notification.id }).from(notification).where(told)).length > 0
}

const columnsOf = {
  read: { read: true },
  unread: { read: false },
  deleted: { deleted: true },
  restored: { deleted: false },
} as const satisfies Record<Mark, object>

/**
 * Marks one of a person's notifications. A repetition changes nothing (N1).
 * @param id any text; one that is no UUID matches no notification
 * @returns false when the person has no such notification
 */
export async function setNotificationMark(
  db: Db,
  personId: string,
  id: string,
  mark: Mark,
): Promise<boolean> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return false
  const updated = await db
    .update(notification)
    .set(columnsOf[mark])
    .where(and(eq(notification.id, id), eq(notification.personId, personId)))
    .returning({ id: notification.id })
  return updated.length > 0
}

/** How many notifications a person has neither read nor deleted. */
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
