import { NotificationRow } from '#app/features/notifications/NotificationRow.tsx'
import { unreadFirst } from '#app/features/notifications/unreadFirst.ts'
import type { Notification } from '#contract/entities/notification.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import { List } from '#kit/display/List.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { Section } from '#kit/layout/Section.tsx'

interface Props {
  notifications: readonly Notification[]
  /** The type to show; empty for all. */
  type: string
  onOpen: (notification: Notification) => void
  onMark: (notification: Notification, mark: Mark) => void
}

/** The unread notifications, then the others. */
export function NotificationGroups({ notifications, type, onOpen, onMark }: Props) {
  const ofType = notifications.filter((one) => type === '' || String(one.type) === type)
  const { unread, read } = unreadFirst(ofType)
  if (unread.length + read.length === 0) return <NoNotifications filtered={type !== ''} />
  const groups = [
    { title: unread.length === 1 ? '1 sin leer' : `${unread.length} sin leer`, list: unread },
    { title: 'Leídas', list: read },
  ]
  return groups
    .filter(({ list }) => list.length > 0)
    .map(({ title, list }) => (
      <Section key={list === unread ? 'unread' : 'read'} title={title}>
        <List label={title}>
          {list.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              onOpen={onOpen}
              onMark={onMark}
            />
          ))}
        </List>
      </Section>
    ))
}

function NoNotifications({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState picture="bell" title="No hay de este tipo">
      Elegí «Todas» para ver el resto.
    </EmptyState>
  ) : (
    <EmptyState picture="bell" title="No tenés notificaciones">
      Acá te vamos a avisar de tus consumos, tus pagos, tus vales y las promociones.
    </EmptyState>
  )
}
