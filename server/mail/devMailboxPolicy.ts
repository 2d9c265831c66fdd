import { createHash } from 'node:crypto'
import { emailHtml } from '#server/mail/emailLayout.ts'

const NO_SCRIPT =
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The policy of the pages around the emails. */
export const PAGE_POLICY = `default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; ${NO_SCRIPT}`

/**
 * The policy of an email's own page: it runs no script, opens its links in another page, and has the
 * styles of `emailLayout.ts` and no others.
 */
export const EMAIL_POLICY = `default-src 'none'; style-src 'unsafe-hashes' ${styleHashes()}; frame-ancestors 'self'; ${NO_SCRIPT}; sandbox allow-popups allow-popups-to-escape-sandbox`

/** The hashes of the style attributes of an email with every part; its values fill no style. */
function styleHashes(): string {
  const html = emailHtml({ subject: '', lines: [''], code: true, button: ' ', note: '' })
  const styles = [...html.matchAll(/\sstyle="([^"]*)"/g)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  return [...new Set(styles)].join(' ')
}
