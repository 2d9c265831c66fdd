import { isUnread, type Notification } from '#contract/entities/notification.ts'
import type { Mark } from '#contract/user/markNotification.ts'

/** The notifications that are shown: without those that the person deleted since the answer. */
export const visible = (list: readonly Notification[]): Notification[] =>
  list.filter(({ deleted }) => deleted === 'false')

export const unreadOf = (list: readonly Notification[]): Notification[] =>
  visible(list).filter(isUnread)

/** The fields that each mark changes; a deletion only hides, so that it can be undone. */
export const MARKED: Record<Mark, Partial<Notification>> = {
  read: { read: 'true' },
  unread: { read: 'false' },
  deleted: { deleted: 'true' },
  restored: { deleted: 'false' },
}

export const withFields = (
  list: readonly Notification[],
  id: string,
  fields: Partial<Notification>,
): Notification[] =>
  list.map((notification) =>
    notification.id === id ? { ...notification, ...fields } : notification,
  )
