import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml, type EmailTemplate, renderEmail } from '#server/mail/emailTemplate.ts'
import * as letters from '#server/mail/emailTemplates.ts'

const values = {
  code: 'ABCD-1234',
  link: 'https://x.uy/#/a?b=1&c=2',
  title: 'Un título',
  name: 'Ana Pereira',
}
const all = Object.entries<EmailTemplate>(letters)

test.each(all)(
  '%s is well made, says the same in both forms and leaves no gap',
  async (_name, letter) => {
    const { subject, text, html } = await renderEmail(letter, values)
    expect(subject).toBe(letter.subject)
    for (const said of [...letter.lines, letter.note])
      for (const form of [text, html])
        expect(form).toContain(
          said.replace('{{title}}', values.title).replace('{{name}}', values.name),
        )
    for (const form of [text, html]) expect(form).not.toMatch(/\{\{|undefined/)
    expect(text.includes(values.code)).toBe(letter.code === true)
    expect(html.includes(values.code)).toBe(letter.code === true)
    expect(text.includes(values.link)).toBe(letter.button !== undefined)
    expect(html.includes(escapeHtml(values.link))).toBe(letter.button !== undefined)
    // Nothing is fetched when it is read: nobody learns when, and no image is missing.
    expect(html).not.toMatch(/<(img|script|link|iframe)\b|@import|url\(/)
    expect(html).toContain('lang="es-UY"')
  },
)

test('a letter whose value is missing is a defect, not a mail with a hole', async () => {
  await expect(renderEmail(letters.RESET, { link: 'x' })).rejects.toThrow(/wants code/)
})

const tagsOf = (html: string) => html.match(/<[^>]*>/g)

test('whatever a value holds, the HTML has the same tags as with an innocent one', async () => {
  const { html: innocent } = await renderEmail(letters.MESSAGE_RECEIVED, { title: 'x' })
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat(4), async (typed, place) => {
      const tricks = ['</td><script>', '" onload="', '{{code}}', '$&$1$`', '<!--']
      const title = `${typed}${tricks[place]}`
      const { html, text } = await renderEmail(letters.MESSAGE_RECEIVED, { title })
      expect(tagsOf(html)).toEqual(tagsOf(innocent))
      expect(text).toContain(title)
    }),
  )
})
