import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '#app/context.ts'
import { type LinkTarget, linkTarget } from '#app/features/notifications/linkTarget.ts'
import { NotificationPicture } from '#app/features/notifications/NotificationPicture.tsx'
import { NOTIFICATION_TYPE_STYLES } from '#app/features/notifications/notificationTypeStyle.ts'
import { isUnread, NOTIFICATION_TYPES, type Notification } from '#contract/entities/notification.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Money } from '#kit/display/Money.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { dateAndTime } from '#kit/format/dates.ts'

type Site = Extract<LinkTarget, { kind: 'site' }>

interface Props {
  notification: Notification
  open: boolean
  /** Why its last mark failed. */
  failure: string | undefined
  onClose: () => void
  /** Runs after the sheet was closed. */
  onMark: (notification: Notification, mark: Mark) => void
}

/** One notification with its link and the buttons that mark and delete it. */
export function NotificationSheet({ notification, open, failure, onClose, onMark }: Props) {
  const { type, title, datetime, amount, currency, imageUrl, url } = notification
  const { label, tone } = NOTIFICATION_TYPE_STYLES[type]
  /** The site of a link that was chosen, named before it is opened. */
  const [leaving, setLeaving] = useState<Site | null>(null)
  const site = useLastDefined(leaving)
  const mark = (kind: Mark) => {
    onClose()
    onMark(notification, kind)
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      foot={
        <div className="flex flex-col gap-3">
          <NotificationLink url={url} onLeave={setLeaving} />
          <div className="flex flex-wrap gap-3 *:flex-1">
            <Button kind="quiet" onClick={() => mark(isUnread(notification) ? 'read' : 'unread')}>
              {isUnread(notification) ? 'Marcar como leída' : 'Dejar sin leer'}
            </Button>
            <Button kind="quiet" onClick={() => mark('deleted')}>
              Borrar
            </Button>
          </div>
        </div>
      }
    >
      {failure && <Alert tone="warn">{failure}</Alert>}
      {(type === NOTIFICATION_TYPES.Promotion || imageUrl !== '') && (
        <div className="shrink-0 overflow-hidden rounded-control">
          <NotificationPicture notification={notification} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <p className="text-sm text-soft">{dateAndTime(datetime)}</p>
      </div>
      {amount !== 0 && (
        <p className="text-3xl font-bold tracking-tight">
          <Money cents={amount} currency={currency} large />
        </p>
      )}
      <NotificationBody notification={notification} onLeave={setLeaving} />
      {site && (
        <LazyConfirmDialog
          open={leaving !== null}
          title={`¿Ir a ${site.host}?`}
          onCancel={() => setLeaving(null)}
          onOk={() => {
            window.open(site.href, '_blank', 'noopener,noreferrer')
            setLeaving(null)
          }}
        >
          Es una página de afuera de Surtidor. Se abre aparte, y acá no se pierde nada.
        </LazyConfirmDialog>
      )}
    </Sheet>
  )
}

/** A chunk of its own with the sanitiser. When it cannot be loaded the plain text is shown. */
const LazyHtml = lazyComponent<HtmlProps>(
  async () => (await import('#kit/display/SafeHtml.tsx')).SafeHtml,
  ({ plain }) => plain,
)

interface HtmlProps {
  plain: ReactNode
  html: string
  isAllowedLink: (href: string) => boolean
  onLink: (href: string) => void
}

interface BodyProps {
  notification: Notification
  onLeave: (site: Site) => void
}

/** The text of a notification: its sanitised HTML if it has any, otherwise its plain text. */
function NotificationBody({ notification, onLeave }: BodyProps) {
  const roles = useSession()?.user.roles ?? []
  const navigate = useNavigate()
  const { html, text } = notification
  const plain = <p className="whitespace-pre-wrap text-pretty wrap-anywhere">{text}</p>
  if (html === '') return plain
  const follow = (href: string) => {
    const target = linkTarget(href, roles)
    if (target?.kind === 'page') void navigate({ to: target.to, search: target.search })
    else if (target) onLeave(target)
  }
  return (
    <LazyHtml
      plain={plain}
      html={html}
      isAllowedLink={(href) => linkTarget(href, roles) !== null}
      onLink={follow}
    />
  )
}

const PAGE_LABELS: Readonly<Record<string, string>> = {
  '/movements': 'Ver mis movimientos',
  '/listLoyaltyMovements': 'Ver mi consumo',
  '/listPayment': 'Ver mis pagos',
  '/payment': 'Ver qué tengo para pagar',
  '/map': 'Ver las estaciones',
  '/promotion': 'Ver las promociones',
  '/commnents': 'Ver mis mensajes',
  '/faqAuth': 'Ver las preguntas frecuentes',
  '/listLoyalty': 'Ver mis afiliaciones',
  '/loyalty': 'Ver mi afiliación',
  '/editUser': 'Ver mis datos',
}

/** The button of a notification's link; nothing for a link that leads nowhere or to this screen. */
function NotificationLink({ url, onLeave }: { url: string; onLeave: BodyProps['onLeave'] }) {
  const roles = useSession()?.user.roles ?? []
  const here = useLocation({ select: ({ pathname }) => pathname })
  const target = linkTarget(url, roles)
  if (!target || (target.kind === 'page' && target.to === here)) return null
  return target.kind === 'page' ? (
    <ButtonLink to={target.to} search={target.search} wide>
      {PAGE_LABELS[target.to] ?? 'Abrir'}
    </ButtonLink>
  ) : (
    <Button wide onClick={() => onLeave(target)}>
      Ir a {target.host}
    </Button>
  )
}
