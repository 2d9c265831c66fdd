import { useNow } from '#app/device/useNow.ts'
import { NotificationPicture } from '#app/features/notifications/NotificationPicture.tsx'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { nearDay } from '#kit/format/dates.ts'

interface Props {
  promotion: Notification
  /** Below the first screenful. */
  lazy: boolean
  onOpen: (promotion: Notification) => void
}

/** A promotion with its picture; a click opens it. */
export function PromotionCard({ promotion, lazy, onOpen }: Props) {
  const now = useNow()
  return (
    <li className="flex">
      <button
        type="button"
        onClick={() => onOpen(promotion)}
        className="flex min-w-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface text-left shadow-card transition hover:shadow-float active:scale-99"
      >
        <NotificationPicture notification={promotion} lazy={lazy} />
        <span className="flex w-full flex-1 flex-col gap-1.5 p-5">
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="text-sm text-soft">{nearDay(promotion.datetime, now)}</span>
            {isUnread(promotion) && <Badge tone="warn">Nueva</Badge>}
          </span>
          <span className="text-lg leading-snug font-bold tracking-tight wrap-anywhere">
            {promotion.title}
          </span>
          <span className="line-clamp-3 text-pretty wrap-anywhere text-soft">{promotion.text}</span>
        </span>
      </button>
    </li>
  )
}
