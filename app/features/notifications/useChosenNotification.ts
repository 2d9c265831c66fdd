import { useEffect, useRef } from 'react'
import { visible } from '#app/features/notifications/unreadFirst.ts'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'

/**
 * The notification that is open by the address, which keeps Back, links and reloads working. Opening
 * an unread one reads it, once per opening.
 * @param list undefined while it loads
 * @param read marks a notification as read
 */
export function useChosenNotification(
  list: readonly Notification[] | undefined,
  read: (notification: Notification) => void,
) {
  const { chosen, choose, close } = useSelectedParam('id')
  const found = list && visible(list).find(({ id }) => id === chosen)
  const shown = useLastDefined(found)
  const readId = useRef('')
  useEffect(() => {
    const isNew = readId.current !== chosen
    if (chosen === '') readId.current = ''
    if (!found || !isNew) return
    readId.current = chosen
    if (isUnread(found)) read(found)
  })
  return {
    choose: ({ id }: Notification) => choose(id),
    close,
    /** The notification to draw, also while the sheet closes. */
    shown,
    isOpen: found !== undefined,
    /** The address names a notification that is not in the list. */
    isMissing: chosen !== '' && list !== undefined && !found,
  }
}
