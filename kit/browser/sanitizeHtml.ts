import DOMPurify, { type Config } from 'dompurify'

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
export function sanitizeHtml(
  html: string,
  isAllowedLink: (href: string) => boolean,
): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true })
  for (const link of fragment.querySelectorAll('a')) {
    if (isAllowedLink(link.getAttribute('href') ?? '')) link.rel = 'noopener noreferrer'
    else link.replaceWith(...link.childNodes)
  }
  return fragment
}
