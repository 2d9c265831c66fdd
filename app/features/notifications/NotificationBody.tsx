import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '#app/context.ts'
import { ExternalLinkDialog } from '#app/features/notifications/ExternalLinkDialog.tsx'
import { type LinkTarget, linkTarget } from '#app/features/notifications/linkTarget.ts'
import type { Notification } from '#contract/entities/notification.ts'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

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
export function NotificationBody({ notification }: { notification: Notification }) {
  const roles = useSession()?.user.roles ?? []
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState<LinkTarget | null>(null)
  const { html, text } = notification
  const plain = <p className="whitespace-pre-wrap text-pretty wrap-anywhere">{text}</p>
  if (html === '') return plain
  const follow = (href: string) => {
    const target = linkTarget(href, roles)
    if (target?.kind === 'page') void navigate({ to: target.to, search: target.search })
    else setLeaving(target)
  }
  return (
    <>
      <LazyHtml
        plain={plain}
        html={html}
        isAllowedLink={(href) => linkTarget(href, roles) !== null}
        onLink={follow}
      />
      <ExternalLinkDialog target={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}
