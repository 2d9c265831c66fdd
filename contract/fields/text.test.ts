import { describe, expect, test } from 'vitest'
import { multiLine, opaqueCode, singleLine } from '#contract/fields/text.ts'

const accepts = (schema: ReturnType<typeof singleLine>, text: string) =>
  schema.safeParse(text).success

describe('singleLine, multiLine and opaqueCode', () => {
  test.each([
    ['NUL', '\0'],
    ['an unpaired surrogate', '\ud83d'],
    ['a right-to-left override', '\u202e'],
    ['a right-to-left isolate', '\u2067'],
    ['a line separator', '\u2028'],
  ])('rejects %s', (_name, character) => {
    for (const schema of [
      singleLine(40, 'El título'),
      multiLine(40, 'El mensaje'),
      opaqueCode(40, 'Elegí uno.'),
    ])
      expect(accepts(schema, `Gol${character}.exe`)).toBe(false)
  })

  test('accepts letters, signs and emoji of every script', () => {
    for (const text of ['Ñandú, ¿9 de Julio 1234?', 'مرحبا', 'שלום', '👩‍👧', 'e\u0301'])
      for (const schema of [singleLine(40, 'El título'), multiLine(40, 'El mensaje')])
        expect(accepts(schema, text)).toBe(true)
    expect(accepts(multiLine(40, 'El mensaje'), 'una línea\n\totra\r\n')).toBe(true)
    expect(accepts(singleLine(40, 'El título'), 'una línea\notra')).toBe(false)
  })
})
