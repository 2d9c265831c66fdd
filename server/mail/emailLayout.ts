import type { Fact } from '#contract/entities/receipt.ts'
import { escapeHtml } from '#server/http/escapeHtml.ts'
import type { EmailTemplate } from '#server/mail/emailTemplates.ts'

/** The design system's colours: mail programs know no CSS variables. */
const [PAPER, SURFACE, LINE, SUNKEN] = ['#f7f4ee', '#fffefd', '#dfdad1', '#eeeae2']
const [INK, SOFT, BRAND, SUN] = ['#0f252d', '#465a62', '#005868', '#fbba4a']
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONOSPACE = 'font-family:ui-monospace,Menlo,Consolas,monospace'

/** One row of a table, as mail programs lay out nothing else alike. */
const row = (style: string, content: string) => `<tr><td style="${style}">${content}</td></tr>`
const text = (style: string, content: string) =>
  row(`padding:0 32px 16px;${FONT};word-break:break-word;${style}`, content)
const table = (style: string, rows: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">${rows}</table>`

const button = (label: string) =>
  row(
    'padding:0 32px 20px',
    `<a href="{{link}}" target="_blank" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${BRAND};color:#ffffff;${FONT};font-size:16px;font-weight:600;text-decoration:none">${label}</a>`,
  )
const code = row(
  'padding:0 0 20px',
  table(
    `background:${SUNKEN}`,
    row(
      `padding:14px 0;text-align:center;color:${INK};${MONOSPACE};font-size:30px;line-height:40px;font-weight:700;letter-spacing:4px`,
      '{{code}}',
    ),
  ),
)

const cell = (style: string, content: string) =>
  `<td style="padding:6px 0;border-bottom:1px solid ${LINE};${FONT};font-size:15px;line-height:20px;vertical-align:top;word-break:break-word;${style}">${escapeHtml(content)}</td>`

export const factTable = (facts: readonly Fact[]): string =>
  table(
    '',
    facts
      .map(({ name, value }) => {
        const cells = cell(`color:${SOFT}`, name)
        return `<tr>${cells}${cell(`color:${INK};font-weight:600;text-align:right`, value)}</tr>`
      })
      .join(''),
  )

/** An email's HTML, with its `{{values}}` still to be filled in: one column, styles in attributes. */
export const emailHtml = (template: EmailTemplate): string => `<!doctype html>
<html lang="es-UY">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${template.subject}</title></head>
<body style="margin:0;background:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden">${template.lines[0] ?? template.subject}</div>
${table(
  `background:${PAPER}`,
  `<tr><td align="center"><table role="presentation" width="520" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:520px;text-align:left">${[
    row(
      `padding:28px 32px 12px;${FONT};font-size:20px;line-height:24px;font-weight:700;color:${BRAND}`,
      'Surtidor',
    ),
    row(
      `padding:28px 0 12px;background:${SURFACE};border:1px solid ${LINE};border-top:4px solid ${SUN};border-radius:12px`,
      table(
        'border-collapse:collapse',
        [
          text(`font-size:22px;line-height:28px;font-weight:700;color:${INK}`, template.subject),
          ...template.lines.map((line) =>
            text(`font-size:16px;line-height:24px;color:${INK}`, line),
          ),
          template.code ? code : '',
          template.button ? button(template.button) : '',
          text(`font-size:14px;line-height:20px;color:${SOFT}`, template.note),
        ].join(''),
      ),
    ),
    row(
      `padding:16px 32px 32px;${FONT};font-size:13px;line-height:18px;color:${SOFT}`,
      'Te escribimos porque alguien dio esta dirección en Surtidor. Nunca te vamos a pedir tu contraseña ni los datos de tu tarjeta por correo.',
    ),
  ].join('')}</table></td></tr>`,
)}
</body>
</html>
`
