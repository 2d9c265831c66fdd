import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeHtml } from '#server/http/escapeHtml.ts'
import type { EmailTemplate } from '#server/mail/emailTemplates.ts'
import * as templates from '#server/mail/emailTemplates.ts'
import { renderEmail } from '#server/mail/renderEmail.ts'

const values = {
  code: 'ABCD-1234',
  link: 'https://x.uy/#/a?b=1&c=2',
  title: 'Un título',
  name: 'Ana Pereira',
  email: 'ana@correo.example',
  answer: 'Ya lo vemos.',
  when: 'domingo 22 de noviembre de 2026 a las 10:05',
  device: 'Firefox en Windows',
  account: 'Brou, terminada en 001',
  earlier: 'ninguna',
  summary: 'Este es tu comprobante.',
}
const all = Object.entries<EmailTemplate>(templates)
const tagsOf = (html: string) => html.match(/<[^>]*>/g)

describe('renderEmail', () => {
  test.each(all)('%s says the same as text and as HTML, with every value', (_name, template) => {
    const { subject, text, html } = renderEmail(template, values)
    expect(subject).toBe(template.subject)
    for (const sentence of [...template.lines, template.note])
      for (const form of [text, html])
        expect(form).toContain(
          sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name as keyof typeof values]),
        )
    for (const form of [text, html]) expect(form).not.toMatch(/\{\{|undefined/)
    expect(text.includes(values.code)).toBe(template.code === true)
    expect(html.includes(values.code)).toBe(template.code === true)
    expect(text.includes(values.link)).toBe(template.button !== undefined)
    expect(html.includes(escapeHtml(values.link))).toBe(template.button !== undefined)
    // An email fetches nothing: the sender does not learn when it is read, and no image is missing.
    expect(html).not.toMatch(/<(img|script|link|iframe)\b|@import|url\(/)
    expect(html).toContain('lang="es-UY"')
  })

  test.each(
    all.filter(([name]) =>
      /^(SECOND_FACTOR|PASSWORD_CHANGED|BANK_ACCOUNT|EMAIL_CHANGE_OLD|EMAIL_CHANGED)/.test(name),
    ),
  )(
    '%s says when it was, from which kind of device, and what to do if it was another person',
    (_name, template) => {
      const { text } = renderEmail(template, values)
      expect(text).toContain(
        'Fue el domingo 22 de noviembre de 2026 a las 10:05 (hora de Montevideo), desde Firefox en Windows.',
      )
      expect(text).toMatch(/[Ss]i (no fuiste vos|fuiste vos)|No fui yo/)
    },
  )

  test('throws when a value is missing', () => {
    expect(() => renderEmail(templates.RESET_PASSWORD, { link: 'x' })).toThrow(/no value for code/)
  })

  test('gives the HTML the same tags whatever a value holds', () => {
    const { html: innocent } = renderEmail(templates.MESSAGE_RECEIVED, { title: 'x' })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(4), (typed, place) => {
        const tricks = ['</td><script>', '" onload="', '{{code}}', '$&$1$`', '<!--']
        const title = `${typed}${tricks[place]}`
        const { html, text } = renderEmail(templates.MESSAGE_RECEIVED, { title })
        expect(tagsOf(html)).toEqual(tagsOf(innocent))
        expect(text).toContain(title)
      }),
    )
  })
})
