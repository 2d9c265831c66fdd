import { useEffect } from 'react'
import { whenIdle } from '#app/device/whenIdle.ts'
import type { useChosenNotification } from '#app/features/notifications/useChosenNotification.ts'
import type { useMarkNotification } from '#app/features/notifications/useMarkNotification.ts'
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
