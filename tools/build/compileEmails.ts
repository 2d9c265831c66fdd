import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import mjml from 'mjml'
import type { EmailTemplate } from '#server/mail/emailTemplate.ts'
import * as templates from '#server/mail/emailTemplates.ts'

/** The compiled templates, which the server reads. */
export const COMPILED_FILE = fileURLToPath(
  new URL('../../server/mail/emailHtml.json', import.meta.url),
)

/** The design system's colours: mail programs know no CSS variables. */
const PAPER = '#f7f4ee'
const SURFACE = '#fffefd'
const LINE = '#dfdad1'
const INK = '#0f252d'
const SOFT = '#465a62'
const BRAND = '#005868'
const SUNKEN = '#eeeae2'
const SUN = '#fbba4a'

/**
 * Compiles every email template from MJML to HTML that mail programs understand, with its
 * `{{values}}` still to be filled in.
 * @returns the content of `COMPILED_FILE`: a JSON object of HTML by the template's name
 * @throws when MJML finds the markup invalid
 */
export async function compileEmails(): Promise<string> {
  const compiled: Record<string, string> = {}
  const byName = Object.values<EmailTemplate>(templates).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  for (const template of byName) {
    const { html } = await mjml(markupOf(template), { validationLevel: 'strict', fonts: {} })
    compiled[template.name] = html
  }
  return `${JSON.stringify(compiled, null, 2)}\n`
}

/** An email's MJML, with its `{{values}}` still to be filled in. */
const markupOf = ({ subject, lines, code, button, note }: EmailTemplate) => `
<mjml lang="es-UY">
  <mj-head>
    <mj-title>${subject}</mj-title>
    <mj-preview>${lines[0] ?? subject}</mj-preview>
    <mj-attributes>
      <mj-all font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="${INK}" padding="0 32px 16px" />
    </mj-attributes>
  </mj-head>
  <mj-body width="520px" background-color="${PAPER}">
    <mj-section padding="28px 0 12px">
      <mj-column>
        <mj-text padding="0 32px" font-size="20px" font-weight="700" color="${BRAND}">Surtidor</mj-text>
      </mj-column>
    </mj-section>
    <mj-section background-color="${SURFACE}" border="1px solid ${LINE}" border-top="4px solid ${SUN}" border-radius="12px" padding="28px 0 12px">
      <mj-column>
        <mj-text font-size="22px" font-weight="700" line-height="28px">${subject}</mj-text>
        ${lines.map((line) => `<mj-text>${line}</mj-text>`).join('\n')}
        ${code ? `<mj-text align="center" font-size="30px" line-height="40px" font-weight="700" letter-spacing="4px" font-family="ui-monospace, Menlo, Consolas, monospace" container-background-color="${SUNKEN}" padding="14px 0">{{code}}</mj-text><mj-spacer height="20px" />` : ''}
        ${button ? `<mj-button href="{{link}}" align="left" background-color="${BRAND}" color="#ffffff" border-radius="12px" font-size="16px" font-weight="600" inner-padding="14px 24px" padding="0 32px 20px">${button}</mj-button>` : ''}
        <mj-text font-size="14px" line-height="20px" color="${SOFT}">${note}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="16px 0 32px">
      <mj-column>
        <mj-text padding="0 32px" font-size="13px" line-height="18px" color="${SOFT}">Te escribimos porque alguien dio esta dirección en Surtidor. Nunca te vamos a pedir tu contraseña ni los datos de tu tarjeta por correo.</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`

if (import.meta.main) await writeFile(COMPILED_FILE, await compileEmails())
