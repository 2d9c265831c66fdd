import { escapeHtml } from '#server/http/escapeHtml.ts'
import { emailHtml } from '#server/mail/emailLayout.ts'
import type { EmailTemplate } from '#server/mail/emailTemplates.ts'

/** The values of an email's placeholders, by name. */
export type Values = Readonly<Record<string, string>>

/**
 * Renders an email as text and as HTML; in the HTML every value is escaped.
 * @throws when the template has a placeholder without a value
 */
export function renderEmail(template: EmailTemplate, values: Values) {
  return {
    subject: template.subject,
    text: fill(asText(template), values, (value) => value),
    html: fill(emailHtml(template), values, escapeHtml),
  }
}

function asText({ lines, code, button, note }: EmailTemplate): string {
  const parts = [
    ...lines,
    ...(code ? ['Tu código: {{code}}'] : []),
    ...(button ? [`${button}:\n{{link}}`] : []),
    note,
    '-- \nSurtidor',
  ]
  return `${parts.join('\n\n')}\n`
}

function fill(text: string, values: Values, encode: (value: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the email has no value for ${name}`)
    return encode(value)
  })
}
