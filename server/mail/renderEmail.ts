import type { Fact } from '#contract/entities/receipt.ts'
import { escapeHtml } from '#server/http/escapeHtml.ts'
import { emailHtml, factTable } from '#server/mail/emailLayout.ts'
import type { EmailTemplate } from '#server/mail/emailTemplates.ts'

/** The values of an email's placeholders, by name. */
export type Values = Readonly<Record<string, string>>

/**
 * Renders an email as text and as HTML; in the HTML every value is escaped. The facts follow the lines.
 * @throws when the template has a placeholder without a value
 */
export function renderEmail(template: EmailTemplate, values: Values, facts: readonly Fact[] = []) {
  // As a value: what a fact holds is no placeholder.
  const lines = facts.length > 0 ? [...template.lines, '{{facts}}'] : template.lines
  const whole = { ...template, lines }
  const asLines = facts.map(({ name, value }) => `${name}: ${value}`).join('\n')
  const escaped = Object.entries(values).map(([name, value]) => [name, escapeHtml(value)])
  return {
    subject: template.subject,
    text: fill(asText(whole), { ...values, facts: asLines }),
    html: fill(emailHtml(whole), { ...Object.fromEntries(escaped), facts: factTable(facts) }),
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

function fill(text: string, values: Values): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the email has no value for ${name}`)
    return value
  })
}
