import { NotificationBody } from '#app/features/notifications/NotificationBody.tsx'
import { NotificationLink } from '#app/features/notifications/NotificationLink.tsx'
import { NotificationPicture } from '#app/features/notifications/NotificationPicture.tsx'
import { NOTIFICATION_TYPE_STYLES } from '#app/features/notifications/notificationTypeStyle.ts'
import { isUnread, NOTIFICATION_TYPES, type Notification } from '#contract/entities/notification.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Money } from '#kit/display/Money.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { dateAndTime } from '#kit/format/dates.ts'

interface Props {
  notification: Notification
  open: boolean
  /** Why its last mark failed. */
  failure: string | undefined
  onClose: () => void
  /** Runs after the sheet was closed. */
  onMark: (notification: Notification, mark: Mark) => void
}

/** One notification with its link and the buttons that mark and delete it. */
export function NotificationSheet({ notification, open, failure, onClose, onMark }: Props) {
  const { type, title, datetime, amount, currency, imageUrl, url } = notification
  const { label, tone } = NOTIFICATION_TYPE_STYLES[type]
  const mark = (kind: Mark) => {
    onClose()
    onMark(notification, kind)
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      foot={
        <div className="flex flex-col gap-3">
          <NotificationLink url={url} />
          <div className="flex flex-wrap gap-3 *:flex-1">
            <Button kind="quiet" onClick={() => mark(isUnread(notification) ? 'read' : 'unread')}>
              {isUnread(notification) ? 'Marcar como leída' : 'Dejar sin leer'}
            </Button>
            <Button kind="quiet" onClick={() => mark('deleted')}>
              Borrar
            </Button>
          </div>
        </div>
      }
    >
      {failure && <Alert tone="warn">{failure}</Alert>}
      {(type === NOTIFICATION_TYPES.Promotion || imageUrl !== '') && (
        <div className="shrink-0 overflow-hidden rounded-control">
          <NotificationPicture notification={notification} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <Text kind="small">{dateAndTime(datetime)}</Text>
      </div>
      {amount !== 0 && (
        <p className="text-3xl font-bold tracking-tight">
          <Money cents={amount} currency={currency} large />
        </p>
      )}
      <NotificationBody notification={notification} />
    </Sheet>
  )
}
