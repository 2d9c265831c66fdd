import { Mail, MailOpen, Trash2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { NotificationSheet } from '#app/features/notifications/NotificationSheet.tsx'
import { NOTIFICATION_TYPE_STYLES } from '#app/features/notifications/notificationTypeStyle.ts'
import { visible } from '#app/features/notifications/unreadFirst.ts'
import { useMarkNotification } from '#app/features/notifications/useMarkNotification.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import { linkedPromotion } from '#contract/entities/promotion.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { useSelectedItem } from '#kit/browser/useSelectedParam.ts'
import { Button } from '#kit/display/Button.tsx'
import { IconButton } from '#kit/display/IconButton.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { ListItem } from '#kit/display/List.tsx'
import { Money } from '#kit/display/Money.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import { nearDay } from '#kit/format/dates.ts'
import { ListSection } from '#kit/layout/Section.tsx'

/** Number of notifications that the call answers without `count`, and the most that it answers. */
const PAGE = 100
const MAX = 500

const TYPES = [
  { value: '', label: 'Todas' },
  ...Object.entries(NOTIFICATION_TYPE_STYLES).map(([value, { plural }]) => ({
    value,
    label: plural,
  })),
]

/** Notificaciones: the unread ones first, then the newest; opening one reads it. */
export default function NotificationScreen() {
  const [everything, setEverything] = useState(false)
  const { params, setParams } = useSearchParams()
  const { type = '' } = params
  const query = useCallQuery(notifications, everything ? { count: MAX } : {})
  const list = query.data && visible(query.data.notifications)
  const { item, isOpen, isMissing, choose, close } = useSelectedItem('id', list)
  const marks = useMarkNotification(isOpen && item ? item : undefined)
  const ofType = list?.filter((one) => type === '' || String(one.type) === type) ?? []
  const unread = ofType.filter(isUnread)
  const groups = [
    { key: 'unread', title: `${unread.length} sin leer`, rows: unread },
    { key: 'read', title: 'Leídas', rows: ofType.filter((one) => !isUnread(one)) },
  ]
  return (
    <AppScreen title="Notificaciones">
      <div className="flex flex-col gap-2">
        <SegmentedControl
          look="chips"
          label="Qué notificaciones ver"
          options={TYPES}
          value={type}
          onChange={(next) => setParams({ type: next })}
        />
        <div>
          <TextLink to="/promotion">Ver las promociones</TextLink>
        </div>
      </div>
      {isMissing && <Alert tone="warn">Esa notificación ya no está en tu lista.</Alert>}
      {marks.failure && (
        <Alert tone="bad" title={marks.failure.notification.title}>
          {marks.failure.text}
        </Alert>
      )}
      {item && (
        <NotificationSheet notification={item} open={isOpen} onClose={close} marks={marks} />
      )}
      <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
        {(data) => (
          <>
            {ofType.length === 0 && <NoNotifications filtered={type !== ''} />}
            {groups.map(
              ({ key, title, rows }) =>
                rows.length > 0 && (
                  <ListSection key={key} title={title}>
                    {rows.map((one) => (
                      <NotificationRow
                        key={one.id}
                        notification={one}
                        onOpen={choose}
                        onMark={marks.mark}
                      />
                    ))}
                  </ListSection>
                ),
            )}
            {!everything && data.notifications.length >= PAGE && (
              <Button kind="quiet" wide onClick={() => setEverything(true)}>
                Ver las más viejas
              </Button>
            )}
          </>
        )}
      </QueryView>
    </AppScreen>
  )
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

interface RowProps {
  notification: Notification
  onOpen: (id: string) => void
  onMark: (notification: Notification, mark: Mark) => void
}

/** One notification of the list: a click opens it; where there is room, buttons mark and delete it. */
function NotificationRow({ notification, onOpen, onMark }: RowProps) {
  const now = useNow()
  const { id, type, title, text, datetime, amount, currency, url } = notification
  const { icon, tone, label } = NOTIFICATION_TYPE_STYLES[type]
  const promotion = linkedPromotion(url)
  const unread = isUnread(notification)
  const mark = (event: MouseEvent, kind: Mark) => {
    focusNextRow(event.currentTarget)
    onMark(notification, kind)
  }
  return (
    <ListItem
      {...(promotion
        ? { to: '/promotion', search: { id: promotion } }
        : { onPress: () => onOpen(id) })}
      mark={
        <span className="relative">
          <IconCircle icon={icon} tone={unread ? tone : 'neutral'} />
          {unread && (
            <span className="absolute -top-0.5 -right-0.5 size-3.5 rounded-full border-2 border-surface bg-brand" />
          )}
        </span>
      }
      title={
        <span className={unread ? 'font-bold' : ''}>
          {unread && <span className="sr-only">Sin leer: </span>}
          {title}
        </span>
      }
      detail={
        <>
          <span className="line-clamp-4 wrap-anywhere">{text}</span>
          <span className="flex flex-wrap justify-between gap-x-3">
            <span>
              {label} · {nearDay(datetime, now)}
            </span>
            {amount !== 0 && (
              <span className="figures ml-auto font-semibold text-ink">
                <Money cents={amount} currency={currency} />
              </span>
            )}
          </span>
        </>
      }
      tail={
        <span className="hidden pr-2 sm:flex">
          <IconButton
            label={`${unread ? 'Marcar como leída' : 'Dejar sin leer'}: ${title}`}
            icon={unread ? <MailOpen aria-hidden="true" /> : <Mail aria-hidden="true" />}
            onClick={(event) => mark(event, unread ? 'read' : 'unread')}
          />
          <IconButton
            label={`Borrar: ${title}`}
            icon={<Trash2 aria-hidden="true" />}
            onClick={(event) => mark(event, 'deleted')}
          />
        </span>
      }
    />
  )
}

/** The row leaves its place: the focus goes to the next one, else to the one before, else to the content. */
function focusNextRow(button: Element): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const next =
    neighbour?.querySelector<HTMLElement>('a, button') ?? document.getElementById('content')
  next?.focus({ preventScroll: true })
}
