import { isUnread, type Notification } from '#contract/entities/notification.ts'
import type { Mark } from '#contract/user/markNotification.ts'

/** The notifications that are shown: without those that the person deleted since the answer. */
export const visible = (list: readonly Notification[]): Notification[] =>
  list.filter(({ deleted }) => deleted === 'false')

/** The visible unread notifications. */
export const unreadOf = (list: readonly Notification[]): Notification[] =>
  visible(list).filter(isUnread)

/** The visible notifications in two groups, each in the order of the list, which is newest first. */
export function unreadFirst(list: readonly Notification[]) {
  const shown = visible(list)
  return {
    unread: shown.filter(isUnread),
    read: shown.filter((notification) => !isUnread(notification)),
  }
}

/** The fields that a mark changes. */
export type Marked = Pick<Notification, 'read'> | Pick<Notification, 'deleted'>

/** The fields that each mark changes; a deletion only hides, so that it can be undone. */
export const MARKED: Record<Mark, Marked> = {
  read: { read: 'true' },
  unread: { read: 'false' },
  deleted: { deleted: 'true' },
  restored: { deleted: 'false' },
}

/** The list with the fields of one notification changed. */
export const withFields = (
  list: readonly Notification[],
  id: string,
  fields: Partial<Notification>,
): Notification[] =>
  list.map((notification) =>
    notification.id === id ? { ...notification, ...fields } : notification,
  )
