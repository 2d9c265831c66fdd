import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '#app/context.ts'
import { ExternalLinkDialog } from '#app/features/notifications/ExternalLinkDialog.tsx'
import { type LinkTarget, linkTarget } from '#app/features/notifications/linkTarget.ts'
import type { Notification } from '#contract/entities/notification.ts'

/** A chunk of its own with the sanitiser. When it cannot be loaded the plain text is shown. */
const LazyHtml = lazy(async () => {
  const module = await import('#kit/display/SafeHtml.tsx').catch(() => null)
  return {
    default: ({ plain, ...html }: HtmlProps) => (module ? <module.SafeHtml {...html} /> : plain),
  }
})

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
      <Suspense fallback={plain}>
        <LazyHtml
          plain={plain}
          html={html}
          isAllowedLink={(href) => linkTarget(href, roles) !== null}
          onLink={follow}
        />
      </Suspense>
      <ExternalLinkDialog target={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}
