import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#app/context.ts'
import { linkTarget } from '#app/features/notifications/linkTarget.ts'
import {
  type LayoutProps,
  NotificationLayout,
  useLeaving,
} from '#app/features/notifications/NotificationLayout.tsx'
import { NOTIFICATION_TYPE_STYLES } from '#app/features/notifications/notificationTypeStyle.ts'
import type { Notification } from '#contract/entities/notification.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Money } from '#kit/display/Money.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { dateAndTime } from '#kit/format/dates.ts'

interface Props extends LayoutProps {
  notification: Notification
}

export function NotificationSheet({ notification, ...sheet }: Props) {
  const { type, datetime, amount, currency } = notification
  const { label, tone } = NOTIFICATION_TYPE_STYLES[type]
  return (
    <NotificationLayout {...sheet} content={notification} notification={notification}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <p className="text-sm text-soft">{dateAndTime(datetime)}</p>
      </div>
      {amount !== 0 && (
        <p className="@container text-3xl font-bold tracking-tight">
          <Money cents={amount} currency={currency} large />
        </p>
      )}
      <NotificationBody notification={notification} />
    </NotificationLayout>
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

/** The text of a notification: its sanitised HTML if it has any, otherwise its plain text. */
function NotificationBody({ notification: { html, text } }: { notification: Notification }) {
  const roles = useSession()?.user.roles ?? []
  const navigate = useNavigate()
  const { leave, question } = useLeaving()
  const plain = <p className="whitespace-pre-wrap text-pretty wrap-anywhere">{text}</p>
  if (html === '') return plain
  return (
    <>
      <LazyHtml
        plain={plain}
        html={html}
        isAllowedLink={(href) => linkTarget(href, roles) !== null}
        onLink={(href) => {
          const target = linkTarget(href, roles)
          if (target?.kind === 'page') void navigate({ to: target.to, search: target.search })
          else if (target) leave(target)
        }}
      />
      {question}
    </>
  )
}
