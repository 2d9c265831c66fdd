import { Mail, MailOpen, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { NOTIFICATION_TYPE_STYLES } from '#app/features/notifications/notificationTypeStyle.ts'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Money } from '#kit/display/Money.tsx'
import { nearDay } from '#kit/format/dates.ts'

interface Props {
  notification: Notification
  onOpen: (notification: Notification) => void
  onMark: (notification: Notification, mark: Mark) => void
}

/** One notification of the list: a click opens it; where there is room, buttons mark and delete it. */
export function NotificationRow({ notification, onOpen, onMark }: Props) {
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
