import { type MouseEvent, useEffect, useRef } from 'react'
import { sanitizeHtml } from '#kit/browser/sanitizeHtml.ts'

interface Props {
  /** HTML of unknown origin. */
  html: string
  /** Whether a link is drawn as one. */
  isAllowedLink: (href: string) => boolean
  /** Runs on a click on a link, which does not follow it by itself. */
  onLink: (href: string) => void
}

/** Sanitised HTML. Load it on demand: it brings the sanitiser. */
export function SafeHtml({ html, isAllowedLink, onLink }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.replaceChildren(sanitizeHtml(html, isAllowedLink))
  }, [html, isAllowedLink])
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link) return
    event.preventDefault()
    if (event.button !== 2) onLink(link.getAttribute('href') ?? '')
  }
  return <div ref={box} onClick={follow} onAuxClick={follow} className="rich-text" />
}
