import { useNow } from '#app/device/useNow.ts'
import {
  ChosenNotification,
  useChosenNotification,
} from '#app/features/notifications/ChosenNotification.tsx'
import { NotificationPicture } from '#app/features/notifications/NotificationPicture.tsx'
import { PROMOTIONS } from '#app/features/notifications/promotionsRequest.ts'
import { visible } from '#app/features/notifications/unreadFirst.ts'
import { useMarkNotification } from '#app/features/notifications/useMarkNotification.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { ButtonLink, TextLink } from '#kit/display/RouteLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { nearDay } from '#kit/format/dates.ts'

/** Promotions whose pictures may be in the first screenful. */
const FIRST = 2

/** Promociones: the notifications of that type with their pictures; opening one reads it. */
export default function Promotion() {
  const query = useCallQuery(notifications, PROMOTIONS)
  const marks = useMarkNotification()
  const selection = useChosenNotification(query.data?.notifications, marks.open)
  return (
    <AppScreen title="Promociones">
      <div>
        <TextLink to="/notification">Ver todas las notificaciones</TextLink>
      </div>
      <ChosenNotification selection={selection} marks={marks} />
      <QueryView query={query} skeleton={<Skeleton shape="chart" count={2} />}>
        {(data) => <Promotions list={visible(data.notifications)} onOpen={selection.choose} />}
      </QueryView>
    </AppScreen>
  )
}

interface Props {
  list: readonly Notification[]
  onOpen: (promotion: Notification) => void
}

function Promotions({ list, onOpen }: Props) {
  if (list.length === 0) {
    return (
      <EmptyState
        picture="bell"
        title="Por ahora no hay promociones"
        action={
          <ButtonLink to="/map" kind="quiet">
            Ver las estaciones
          </ButtonLink>
        }
      >
        Cuando haya una para vos, te avisamos y la ves acá.
      </EmptyState>
    )
  }
  return (
    <ul
      aria-label="Promociones"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4"
    >
      {list.map((promotion, place) => (
        <li key={promotion.id} className="flex">
          <PromotionCard promotion={promotion} lazy={place >= FIRST} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

interface PromotionCardProps extends Pick<Props, 'onOpen'> {
  promotion: Notification
  lazy: boolean
}

function PromotionCard({ promotion, lazy, onOpen }: PromotionCardProps) {
  const now = useNow()
  return (
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
  )
}
