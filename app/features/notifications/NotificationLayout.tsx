import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '#app/context.ts'
import { type LinkTarget, linkTarget } from '#app/features/notifications/linkTarget.ts'
import type { useMarkNotification } from '#app/features/notifications/useMarkNotification.ts'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import { linkedPromotion } from '#contract/entities/promotion.ts'
import type { Mark } from '#contract/user/markNotification.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { Button } from '#kit/display/Button.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { NotificationPicture } from '#shared/promotions/NotificationPicture.tsx'

export interface LayoutProps {
  open: boolean
  onClose: () => void
  marks: ReturnType<typeof useMarkNotification>
}

interface Props extends LayoutProps {
  /** What the sheet shows: a notification, or the promotion that one announced. */
  content: { title: string; imageUrl: string; url: string }
  /** The notification to mark or to delete; undefined for none. */
  notification: Notification | undefined
  /** The name of the button that deletes it. */
  deletion?: string
  children: ReactNode
}

/** A notification or a promotion with its picture, its link and the buttons that mark and delete the notification. */
export function NotificationLayout({
  content: { title, imageUrl, url },
  notification,
  deletion = 'Borrar',
  marks: { failure, mark },
  open,
  onClose,
  children,
}: Props) {
  const markAs = (kind: Mark) => {
    onClose()
    if (notification) mark(notification, kind)
  }
  const unread = notification && isUnread(notification)
  return (
    <LazySheet
      open={open}
      onClose={onClose}
      title={title}
      foot={
        (url || notification) && (
          <div className="flex flex-col gap-3">
            <TargetLink url={url} />
            {notification && (
              <div className="flex flex-wrap gap-3 *:flex-1">
                <Button kind="quiet" onClick={() => markAs(unread ? 'read' : 'unread')}>
                  {unread ? 'Marcar como leída' : 'Dejar sin leer'}
                </Button>
                <Button kind="quiet" onClick={() => markAs('deleted')}>
                  {deletion}
                </Button>
              </div>
            )}
          </div>
        )
      }
    >
      {failure && failure.notification.id === notification?.id && (
        <Alert tone="warn">{failure.text}</Alert>
      )}
      {imageUrl !== '' && (
        <div className="shrink-0 overflow-hidden rounded-control">
          <NotificationPicture imageUrl={imageUrl} />
        </div>
      )}
      {children}
    </LazySheet>
  )
}

type Site = Extract<LinkTarget, { kind: 'site' }>

export function useLeaving() {
  const [leaving, setLeaving] = useState<Site | null>(null)
  const site = useLastDefined(leaving)
  return {
    leave: setLeaving as (site: Site) => void,
    question: site && (
      <LazyConfirmDialog
        open={leaving !== null}
        title={`¿Ir a ${site.host}?`}
        onCancel={() => setLeaving(null)}
        verb={`Ir a ${site.host}`}
        onConfirm={() => {
          window.open(site.href, '_blank', 'noopener,noreferrer')
          setLeaving(null)
        }}
      >
        Es una página de afuera de Surtidor. Se abre aparte, y acá no se pierde nada.
      </LazyConfirmDialog>
    ),
  }
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

const labelOf = (url: string, { to, search }: Extract<LinkTarget, { kind: 'page' }>): string => {
  if (linkedPromotion(url)) return 'Ver la promoción'
  if (to === '/loyalty' && search.id) return 'Ver el vale'
  if (to === '/listLoyaltyMovements' && search.car) return 'Ver mi auto'
  return PAGE_LABELS[to] ?? 'Abrir'
}

/** The button of a link; nothing for a link that leads nowhere or to this screen. */
function TargetLink({ url }: { url: string }) {
  const roles = useSession()?.user.roles ?? []
  const here = useLocation({ select: ({ pathname }) => pathname })
  const { leave, question } = useLeaving()
  const target = linkTarget(url, roles)
  if (!target || (target.kind === 'page' && target.to === here)) return null
  return target.kind === 'page' ? (
    <ButtonLink to={target.to} search={target.search} wide>
      {labelOf(url, target)}
    </ButtonLink>
  ) : (
    <>
      <Button wide onClick={() => leave(target)}>
        Ir a {target.host}
      </Button>
      {question}
    </>
  )
}
