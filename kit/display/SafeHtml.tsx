import { useEffect, useRef } from 'react'
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
  useEffect(() => {
    const element = box.current
    // Also the middle button, which would open a tab without the question.
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      if (!link || event.button === 2) return
      event.preventDefault()
      onLink(link.getAttribute('href') ?? '')
    }
    element?.addEventListener('click', follow)
    element?.addEventListener('auxclick', follow)
    return () => {
      element?.removeEventListener('click', follow)
      element?.removeEventListener('auxclick', follow)
    }
  }, [onLink])
  return <div ref={box} className="rich-text" />
}
