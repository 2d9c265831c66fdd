import { useEffect, useRef } from 'react'
import { whenIdle } from '#app/device/whenIdle.ts'
import { visible } from '#app/features/notifications/unreadFirst.ts'
import type { useMarkNotification } from '#app/features/notifications/useMarkNotification.ts'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

/** A chunk of its own: the list is drawn without the dialog library. */
const NotificationSheet = lazyComponent(
  async () => (await import('#app/features/notifications/NotificationSheet.tsx')).NotificationSheet,
)

interface Props {
  selection: ReturnType<typeof useChosenNotification>
  marks: ReturnType<typeof useMarkNotification>
}

/** The sheet of the open notification, and above the list what went wrong. */
export function ChosenNotification({ selection, marks: { failure, mark } }: Props) {
  useEffect(() => whenIdle(NotificationSheet.preload), [])
  const { shown, isOpen, isMissing, close } = selection
  const ofShown = failure?.notification.id === shown?.id && isOpen
  return (
    <>
      {isMissing && <Alert tone="warn">Esa notificación ya no está en tu lista.</Alert>}
      {failure && !ofShown && (
        <Alert tone="bad" title={failure.notification.title}>
          {failure.text}
        </Alert>
      )}
      {shown && (
        <NotificationSheet
          notification={shown}
          open={isOpen}
          failure={ofShown ? failure?.text : undefined}
          onClose={close}
          onMark={mark}
        />
      )}
    </>
  )
}

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
