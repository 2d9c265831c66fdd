import type { Config } from 'dompurify'
import DOMPurify from 'dompurify'
import { useEffect, useRef } from 'react'

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

/** Formatting of text, lists and links; no attribute but the address of a link. */
const ALLOWED: Config = {
  ALLOWED_TAGS: 'p br strong b em i u s ul ol li a h3 h4 blockquote small'.split(' '),
  ALLOWED_ATTR: ['href'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
}

/**
 * Turns HTML of unknown origin into harmless nodes. It parses under a Trusted Types policy of its
 * own, named `dompurify`, which the Content-Security-Policy allows.
 * @param isAllowedLink whether a link stays; another one is replaced by its text
 */
function sanitizeHtml(html: string, isAllowedLink: (href: string) => boolean): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true })
  for (const link of fragment.querySelectorAll('a')) {
    if (isAllowedLink(link.getAttribute('href') ?? '')) link.rel = 'noopener noreferrer'
    else link.replaceWith(...link.childNodes)
  }
  return fragment
}
