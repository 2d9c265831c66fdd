import { Bell } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { NOTIFICATION_TYPE_STYLES } from '#app/features/notifications/notificationTypeStyle.ts'
import { useUnreadNotifications } from '#app/features/notifications/useUnreadNotifications.ts'
import type { Notification } from '#contract/entities/notification.ts'
import { linkedPromotion } from '#contract/entities/promotion.ts'
import { notifications } from '#contract/user/notifications.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { nearDay } from '#kit/format/dates.ts'
import { Section } from '#kit/layout/Section.tsx'

const MAX_ROWS = 3

/**
 * The newest unread notifications and their number. @param quiet draws nothing when there is none
 */
export function UnreadNotifications({ quiet }: { quiet: boolean }) {
  const query = useCallQuery(notifications, {})
  const unread = useUnreadNotifications()
  if (quiet && unread?.length === 0) return null
  return (
    <Section
      title={titleOf(unread?.length ?? 0)}
      action={
        <TextLink to="/notification" aria-label="Ver todos los avisos">
          Ver todos
        </TextLink>
      }
    >
      <QueryView
        query={query}
        block="tus avisos"
        skeleton={<Skeleton shape="row" count={MAX_ROWS} />}
      >
        {() => <UnreadList unread={unread ?? []} />}
      </QueryView>
      <div>
        <TextLink to="/promotion">Ver las promociones</TextLink>
      </div>
    </Section>
  )
}

const titleOf = (unread: number) =>
  unread === 0 ? 'Avisos' : unread === 1 ? '1 aviso sin leer' : `${unread} avisos sin leer`

function UnreadList({ unread }: { unread: readonly Notification[] }) {
  const now = useNow()
  if (unread.length === 0) {
    return (
      <Card
        mark={<IconCircle icon={Bell} tone="neutral" />}
        title="No tenés avisos nuevos"
        detail="Leíste todo lo que te mandamos."
      />
    )
  }
  return (
    <List label="Avisos sin leer">
      {unread.slice(0, MAX_ROWS).map(({ id, type, title, text, datetime, url }) => {
        const { icon, tone } = NOTIFICATION_TYPE_STYLES[type]
        const promotion = linkedPromotion(url)
        return (
          <ListItem
            key={id}
            to={promotion ? '/promotion' : '/notification'}
            search={{ id: promotion ?? id }}
            mark={<IconCircle icon={icon} tone={tone} />}
            title={title}
            detail={
              <>
                <span className="block">{text}</span>
                <span className="block">{nearDay(datetime, now)}</span>
              </>
            }
          />
        )
      })}
    </List>
  )
}
