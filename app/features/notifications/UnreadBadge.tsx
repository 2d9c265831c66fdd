import { useUnreadNotifications } from '#app/features/notifications/useUnreadNotifications.ts'

/** The largest number that the badge shows. */
const MAX = 99

/** The number of unread notifications, beside the menu entry; nothing while it is 0 or unknown. */
export function UnreadBadge() {
  const count = useUnreadNotifications()?.length ?? 0
  if (count === 0) return null
  return (
    <span className="figures ml-auto min-w-6 rounded-full bg-brand px-2 text-center text-sm leading-6 font-semibold text-on-brand">
      <span aria-hidden="true">{count > MAX ? `${MAX}+` : count}</span>
      <span className="sr-only">{`, ${count} sin leer`}</span>
    </span>
  )
}
