import { Bell, CreditCard, Fuel, Megaphone, MessageSquare, Ticket } from 'lucide-react'
import { nearDay } from '#app/parts/movements/movementFormat.ts'
import { QueryViewCompact } from '#app/parts/home/QueryViewCompact.tsx'
import { useNow } from '#app/device/useNow.ts'
import { isUnread, NOTIFICATION_TYPES, type Notification } from '#contract/entities/notification.ts'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Card } from '#kit/display/Card.tsx'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { Section } from '#kit/layout/Section.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { notifications } from '#contract/user/notifications.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'

/** So many fit in a glance. */
const GLANCE = 3

const ICONS: Record<Notification['type'], typeof Bell> = {
  [NOTIFICATION_TYPES.General]: Bell,
  [NOTIFICATION_TYPES.Message]: MessageSquare,
  [NOTIFICATION_TYPES.Promotion]: Megaphone,
  [NOTIFICATION_TYPES.Consumption]: Fuel,
  [NOTIFICATION_TYPES.Pay]: CreditCard,
  [NOTIFICATION_TYPES.Voucher]: Ticket,
}

/** The newest unread notices and how many there are. @param quiet says nothing when there is none */
export function UnreadNotifications({ quiet }: { quiet: boolean }) {
  const notices = useCallQuery(notifications, {})
  const unread = notices.data?.notifications.filter(isUnread)
  if (quiet && unread?.length === 0) return null
  return (
    <Section
      title={titleOf(unread?.length ?? 0)}
      action={<TextLink to="/notification">Ver todos</TextLink>}
    >
      <QueryViewCompact
        query={notices}
        what="tus avisos"
        skeleton={<Skeleton shape="row" count={GLANCE} />}
      >
        {({ notifications }) => <Unread notices={notifications.filter(isUnread)} />}
      </QueryViewCompact>
    </Section>
  )
}

const titleOf = (unread: number) =>
  unread === 0 ? 'Avisos' : unread === 1 ? '1 aviso sin leer' : `${unread} avisos sin leer`

function Unread({ notices }: { notices: readonly Notification[] }) {
  const now = useNow()
  if (notices.length === 0) {
    return (
      <Card
        mark={
          <IconCircle tone="neutral">
            <Bell size={20} />
          </IconCircle>
        }
        title="No tenés avisos nuevos"
        detail="Leíste todo lo que te mandamos."
      />
    )
  }
  return (
    <List label="Avisos sin leer">
      {notices.slice(0, GLANCE).map((notice) => {
        const Icon = ICONS[notice.type]
        return (
          <ListItem
            key={notice.id}
            to="/notification"
            mark={
              <IconCircle tone={notice.type === NOTIFICATION_TYPES.Promotion ? 'warn' : 'brand'}>
                <Icon size={20} />
              </IconCircle>
            }
            title={notice.title}
            detail={
              <>
                <span className="block">{notice.text}</span>
                <span className="block">{nearDay(notice.datetime, now)}</span>
              </>
            }
          />
        )
      })}
    </List>
  )
}
