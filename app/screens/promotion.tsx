import { ChosenNotification } from '#app/features/notifications/ChosenNotification.tsx'
import { PromotionCard } from '#app/features/notifications/PromotionCard.tsx'
import { PROMOTIONS } from '#app/features/notifications/promotionsRequest.ts'
import { visible } from '#app/features/notifications/unreadFirst.ts'
import { useChosenNotification } from '#app/features/notifications/useChosenNotification.ts'
import { useMarkNotification } from '#app/features/notifications/useMarkNotification.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import type { Notification } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'

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

function Promotions({
  list,
  onOpen,
}: {
  list: readonly Notification[]
  onOpen: (promotion: Notification) => void
}) {
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
        <PromotionCard
          key={promotion.id}
          promotion={promotion}
          lazy={place >= FIRST}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}
