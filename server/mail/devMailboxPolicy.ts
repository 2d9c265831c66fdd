import { createHash } from 'node:crypto'
import emailHtml from '#server/mail/emailHtml.json' with { type: 'json' }

const NO_SCRIPT =
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The policy of the pages around the emails. */
export const PAGE_POLICY = `default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; ${NO_SCRIPT}`

/**
 * The policy of an email's own page: it runs no script, opens its links in another page, and has the
 * styles of the compiled templates and no others.
 */
export const EMAIL_POLICY = `default-src 'none'; style-src 'unsafe-hashes' ${styleHashes()}; frame-ancestors 'self'; ${NO_SCRIPT}; sandbox allow-popups allow-popups-to-escape-sandbox`

/** The hashes of the style elements and style attributes of all templates; their values fill no style. */
function styleHashes(): string {
  // What only Outlook reads is a comment in a browser.
  const html = Object.values(emailHtml)
    .join('')
    .replaceAll(/<!--\[if[\s\S]*?<!\[endif\]-->/g, '')
  const styles = [
    ...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g),
    ...html.matchAll(/\sstyle="([^"]*)"/g),
  ].map(([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  return [...new Set(styles)].join(' ')
}
