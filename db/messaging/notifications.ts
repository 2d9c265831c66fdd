import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Notification } from '#contract/entities/notification.ts'
import { PESOS } from '#contract/money.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import type { Db } from '#db/core/db.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { isUuid, uuidOf } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { isWanted } from '#db/messaging/notificationPreferences.ts'
import { addPushJobs, type PushQueue } from '#db/messaging/pushJobs.ts'
import { notification } from '#db/tables/messaging.ts'
import { notificationPreference } from '#db/tables/people.ts'
import { pushSubscription } from '#db/tables/push.ts'

/** The newest notifications of a person, without those that the person deleted. */
export async function notificationsOf(
  db: Db,
  personId: string,
  count: number,
  type?: number,
): Promise<Notification[]> {
  const { at: _at, personId: _owner, event: _event, ...columns } = getTableColumns(notification)
  const ofType = type === undefined ? undefined : eq(notification.type, type)
  const rows = await db
    .select({ ...columns, datetime: sqlTimestamp(notification.at) })
    .from(notification)
    .where(and(whereEquals(notification, { personId, deleted: false }), ofType))
    .orderBy(desc(notification.at), desc(notification.id))
    .limit(count)
  return rows.map((row) => ({
    ...row,
    type: row.type as Notification['type'],
    read: row.read ? 'true' : 'false',
    deleted: row.deleted ? 'true' : 'false',
  }))
}

const { read: _read, deleted: _deleted, ...notificationColumns } = getTableColumns(notification)
const { push } = notificationPreference
/** Stores a notification, and finds the devices of its person that it is pushed to. */
const insert = prepared('insert_notification', (db) => {
  const stored = db
    .$with('stored')
    .as(
      db
        .insert(notification)
        .values(placeholders(notificationColumns))
        .onConflictDoNothing()
        .returning({ personId: notification.personId, type: notification.type }),
    )
  return db
    .with(stored)
    .select({ subscription: pushSubscription.id })
    .from(stored)
    .innerJoin(pushSubscription, eq(pushSubscription.personId, stored.personId))
    .leftJoin(
      notificationPreference,
      whereEquals(notificationPreference, { personId: stored.personId, type: stored.type }),
    )
    .where(sql`${sql.placeholder('always')}::boolean or coalesce(${push}, true)`)
})

type Columns = typeof notification.$inferInsert
/** A notification before it is stored; without an amount unless it has one. */
type NewNotification = Omit<Columns, 'id' | 'read' | 'deleted' | 'currency' | 'amount'> &
  Partial<Pick<Columns, 'currency' | 'amount'>>

/**
 * Stores a notification, unless the person turned its type off, and adds the jobs that push it. An
 * event notifies a person once (N2): a second one is not stored.
 */
export async function insertNotification(context: PushQueue, tx: Db, row: NewNotification) {
  if (await isWanted(tx, row.personId, row.type, 'app')) await store(context, tx, row, false)
}

/** Stores a notification about the security of the account, which no preference turns off. */
export const insertSecurityNotification = (
  context: PushQueue,
  tx: Db,
  row: NewNotification,
): Promise<void> => store(context, tx, row, true)

async function store(context: PushQueue, tx: Db, row: NewNotification, always: boolean) {
  const id = uuidOf(`notification ${row.personId} ${row.event}`)
  const defaults = { currency: PESOS, amount: 0, url: '', imageUrl: '', html: '' }
  const devices = await insert(tx).execute({ ...defaults, ...row, id, always })
  const pushes = devices.map(({ subscription }) => ({ notification: id, subscription }))
  await addPushJobs(context, tx, pushes)
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
export async function setNotificationMark(db: Db, personId: string, id: string, mark: Mark) {
  if (!isUuid(id)) return false
  const own = whereEquals(notification, { id, personId })
  return Boolean((await db.update(notification).set(columnsOf[mark]).where(own)).rowCount)
}

/** How many notifications a person has neither read nor deleted. */
export const countUnread = async (db: Db, personId: string): Promise<number> =>
  await db.$count(
    notification,
    whereEquals(notification, { personId, read: false, deleted: false }),
  )
