import { renderMjml } from '#server/mail/renderMjml.ts'

/** What a letter says. Its texts are ours alone: what is somebody's comes in as `{{value}}`. */
export interface EmailTemplate {
  subject: string
  /** One paragraph each. */
  lines: readonly string[]
  /** Shows `{{code}}` large, to be typed. */
  code?: boolean
  /** A button that opens `{{link}}`. */
  button?: string
  /** Said last and smaller. */
  note: string
}
/** What is put into a letter, by name. */
export type Values = Readonly<Record<string, string>>
/** A letter with its values, ready for the post. */
export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

/**
 * Writes a letter twice, as text and as HTML; in the HTML every value is escaped.
 * @throws when the letter names a value that is not given
 */
export async function renderEmail(letter: EmailTemplate, values: Values): Promise<RenderedEmail> {
  return {
    subject: letter.subject,
    text: fill(asText(letter), values, (value) => value),
    html: fill(await renderMjml(letter), values, escapeHtml),
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

function fill(template: string, values: Values, written: (value: string) => string): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`a letter wants ${name}`)
    return written(value)
  })
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** A text as HTML shows it, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
