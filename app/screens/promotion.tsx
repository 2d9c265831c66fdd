import { useNow } from '#app/device/useNow.ts'
import { visible } from '#app/features/notifications/unreadFirst.ts'
import { useMarkNotification } from '#app/features/notifications/useMarkNotification.ts'
import { PromotionSheet } from '#app/features/promotions/PromotionSheet.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { PROMOTIONS } from '#app/requests.ts'
import { toDate } from '#contract/dates.ts'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import { linkedPromotion, type Promotion } from '#contract/entities/promotion.ts'
import { promotions } from '#contract/info/promotions.ts'
import { notifications } from '#contract/user/notifications.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSelectedItem } from '#kit/browser/useSelectedParam.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { isStale } from '#kit/feedback/queryStatus.ts'
import { PromotionFace } from '#shared/promotions/PromotionFace.tsx'

/** Promotions whose pictures may be in the first screenful. */
const FIRST = 2

/** Promociones: those of the network in force; opening one reads the notification that announced it. */
export default function PromotionScreen() {
  const query = useCallQuery(promotions, {})
  const announcements = visible(useCallQuery(notifications, PROMOTIONS).data?.notifications ?? [])
  const today = toDate(useNow())
  const answered = query.data?.promotions
  // An answer that is stored on the device may be weeks old.
  const inForce = answered?.filter(({ dateTo }) => dateTo >= today)
  const selection = useSelectedItem('id', inForce)
  const { chosen, choose, close, item, isOpen } = selection
  const announcementOf = (id: string) =>
    announcements.find(({ url }) => linkedPromotion(url) === id)
  const announcement = announcementOf(chosen)
  const isMissing = selection.isMissing && !query.isFetching
  const marks = useMarkNotification(isOpen || isMissing ? announcement : undefined)
  const ended = answered?.find(({ id }) => id === chosen)
  return (
    <AppScreen title="Promociones">
      {isMissing && (
        <MissingPromotion
          title={ended?.title ?? announcement?.title}
          isUnknown={!ended && isStale(query)}
          onDelete={
            announcement &&
            (() => {
              close()
              marks.mark(announcement, 'deleted')
            })
          }
        />
      )}
      {item && (
        <PromotionSheet
          promotion={item}
          announcement={announcementOf(item.id)}
          open={isOpen}
          onClose={close}
          marks={marks}
        />
      )}
      <QueryView query={query} skeleton={<Skeleton shape="chart" count={2} />}>
        {() => <Promotions list={inForce ?? []} announcementOf={announcementOf} onOpen={choose} />}
      </QueryView>
    </AppScreen>
  )
}

interface MissingProps {
  /** Undefined where it is not known. */
  title: string | undefined
  /** It may have begun since the answer that is shown. */
  isUnknown: boolean
  /** Deletes its notification; undefined where there is none. */
  onDelete: (() => void) | undefined
}

/** What became of the promotion of the address, when it is not in the list. */
function MissingPromotion({ title, isUnknown, onDelete }: MissingProps) {
  if (isUnknown)
    return <Alert tone="warn">Vas a ver esa promoción cuando se actualice la lista.</Alert>
  if (!title)
    return (
      <Alert tone="warn" title="No encontramos esa promoción">
        Puede que ya haya terminado.
      </Alert>
    )
  return (
    <Alert tone="warn" title="Esa promoción ya terminó">
      «{title}» ya no se puede usar.
      {onDelete && (
        <div className="mt-2">
          <Button kind="quiet" onClick={onDelete}>
            Borrar el aviso
          </Button>
        </div>
      )}
    </Alert>
  )
}

interface PromotionsProps {
  list: readonly Promotion[]
  announcementOf: (id: string) => Notification | undefined
  onOpen: (id: string) => void
}

function Promotions({ list, announcementOf, onOpen }: PromotionsProps) {
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
      className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] items-start gap-4"
    >
      {list.map((promotion, place) => {
        const { id } = promotion
        const announcement = announcementOf(id)
        return (
          <li key={id} className="flex">
            <article className="flex min-w-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card transition hover:shadow-float">
              <button
                type="button"
                onClick={() => onOpen(id)}
                className="relative flex w-full flex-1 flex-col text-left active:scale-99"
              >
                <PromotionFace
                  promotion={promotion}
                  lazy={place >= FIRST}
                  action="Ver más"
                  badge={announcement && isUnread(announcement) && <Badge tone="warn">Nueva</Badge>}
                />
              </button>
            </article>
          </li>
        )
      })}
    </ul>
  )
}
