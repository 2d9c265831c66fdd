import {
  type LayoutProps,
  NotificationLayout,
} from '#app/features/notifications/NotificationLayout.tsx'
import { shortDate } from '#contract/dates.ts'
import type { Notification } from '#contract/entities/notification.ts'
import type { Promotion } from '#contract/entities/promotion.ts'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { conditionsText } from '#shared/promotions/conditionsText.ts'

interface Props extends LayoutProps {
  promotion: Promotion
  /** The notification that announced it to the person, unless they deleted it or there was none. */
  announcement: Notification | undefined
}

export function PromotionSheet({ promotion, announcement, ...sheet }: Props) {
  const { text, branches, dateFrom, dateTo } = promotion
  return (
    <NotificationLayout
      {...sheet}
      content={promotion}
      notification={announcement}
      deletion="Borrar el aviso"
    >
      <p className="whitespace-pre-wrap text-pretty wrap-anywhere">{text}</p>
      <div className="text-soft">
        <p>
          Desde el {shortDate(dateFrom)} hasta el {shortDate(dateTo)}.
        </p>
        <p>{conditionsText(promotion)}.</p>
      </div>
      {branches.length > 0 && (
        <ul aria-label="Estaciones">
          {branches.map(({ code, name }) => (
            <li key={code}>
              <TextLink to="/map" search={{ station: code }} aria-label={`${name}, en el mapa`}>
                {name}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </NotificationLayout>
  )
}
