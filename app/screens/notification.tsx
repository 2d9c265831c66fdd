import { Mail, MailOpen, Trash2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useNow } from '#app/device/useNow.ts'
import {
  ChosenNotification,
  useChosenNotification,
} from '#app/features/notifications/ChosenNotification.tsx'
import { NOTIFICATION_TYPE_STYLES } from '#app/features/notifications/notificationTypeStyle.ts'
import { visible } from '#app/features/notifications/unreadFirst.ts'
import { useMarkNotification } from '#app/features/notifications/useMarkNotification.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Button } from '#kit/display/Button.tsx'
import { IconButton } from '#kit/display/IconButton.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Money } from '#kit/display/Money.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
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
  const list = query.data?.notifications
  const marks = useMarkNotification()
  const selection = useChosenNotification(list, marks.open)
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
      <ChosenNotification selection={selection} marks={marks} />
      <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
        {(data) => (
          <>
            <NotificationGroups
              notifications={data.notifications}
              type={type}
              onOpen={selection.choose}
              onMark={marks.mark}
            />
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

interface GroupsProps {
  notifications: readonly Notification[]
  /** The type to show; empty for all. */
  type: string
  onOpen: (notification: Notification) => void
  onMark: (notification: Notification, mark: Mark) => void
}

/** The unread notifications, then the others. */
function NotificationGroups({ notifications, type, onOpen, onMark }: GroupsProps) {
  const ofType = visible(notifications).filter((one) => type === '' || String(one.type) === type)
  if (ofType.length === 0) return <NoNotifications filtered={type !== ''} />
  const unread = ofType.filter(isUnread)
  const groups = [
    { title: unread.length === 1 ? '1 sin leer' : `${unread.length} sin leer`, list: unread },
    { title: 'Leídas', list: ofType.filter((one) => !isUnread(one)) },
  ]
  return groups
    .filter(({ list }) => list.length > 0)
    .map(({ title, list }) => (
      <ListSection key={list === unread ? 'unread' : 'read'} title={title}>
        {list.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            onOpen={onOpen}
            onMark={onMark}
          />
        ))}
      </ListSection>
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

interface RowProps extends Pick<GroupsProps, 'onOpen' | 'onMark'> {
  notification: Notification
}

/** One notification of the list: a click opens it; where there is room, buttons mark and delete it. */
function NotificationRow({ notification, onOpen, onMark }: RowProps) {
  const now = useNow()
  const { type, title, text, datetime, amount, currency } = notification
  const { icon, tone, label } = NOTIFICATION_TYPE_STYLES[type]
  const unread = isUnread(notification)
  const mark = (event: MouseEvent, kind: Mark) => {
    focusNextRow(event.currentTarget)
    onMark(notification, kind)
  }
  return (
    <li className="list-row flex items-center">
      <button
        type="button"
        onClick={() => onOpen(notification)}
        className="flex min-h-18 min-w-0 flex-1 items-start gap-3.5 py-3.5 pr-3 pl-4 text-left transition-colors hover:bg-sunken/50 focus-visible:rounded-card focus-visible:-outline-offset-3 active:bg-sunken"
      >
        <span className="relative">
          <IconCircle icon={icon} tone={unread ? tone : 'neutral'} />
          {unread && (
            <span className="absolute -top-0.5 -right-0.5 size-3.5 rounded-full border-2 border-surface bg-brand" />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span className={`min-w-0 flex-1 basis-[6rem] ${unread ? 'font-bold' : 'font-medium'}`}>
              {unread && <span className="sr-only">Sin leer: </span>}
              {title}
            </span>
            {amount !== 0 && (
              <span className="figures ml-auto font-semibold">
                <Money cents={amount} currency={currency} />
              </span>
            )}
          </span>
          <span className="line-clamp-2 text-sm wrap-anywhere text-soft">{text}</span>
          <span className="mt-0.5 block text-sm text-soft">
            {label} · {nearDay(datetime, now)}
          </span>
        </span>
      </button>
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
    </li>
  )
}

/** The row leaves its place: the focus goes to the next one, else to the one before, else to the content. */
function focusNextRow(button: Element): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const next = neighbour?.querySelector('button') ?? document.getElementById('content')
  next?.focus({ preventScroll: true })
}
