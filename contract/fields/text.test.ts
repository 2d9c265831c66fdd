import { expect, test } from 'vitest'
import { opaqueCode, singleLine, multiLine } from '#contract/fields/text.ts'

const accepts = (schema: ReturnType<typeof singleLine>, text: string) =>
  schema.safeParse(text).success

test.each([
  ['a NUL', '\0'],
  ['half a character', '\ud83d'],
  ['a sign that turns what follows', '\u202e'],
  ['a sign that sets what follows apart', '\u2067'],
  ['a line that only some programs see', '\u2028'],
])('%s is in no text of ours', (_what, sign) => {
  for (const schema of [
    singleLine(40, 'El título'),
    multiLine(40, 'El mensaje'),
    opaqueCode(40, 'Elegí uno.'),
  ])
    expect(accepts(schema, `Gol${sign}.exe`)).toBe(false)
})

test('what people write, they may write, in whichever tongue', () => {
  for (const text of ['Ñandú, ¿9 de Julio 1234?', 'مرحبا', 'שלום', '👩‍👧', 'e\u0301'])
    for (const schema of [singleLine(40, 'El título'), multiLine(40, 'El mensaje')])
      expect(accepts(schema, text)).toBe(true)
  expect(accepts(multiLine(40, 'El mensaje'), 'una línea\n\totra\r\n')).toBe(true)
  expect(accepts(singleLine(40, 'El título'), 'una línea\notra')).toBe(false)
})
