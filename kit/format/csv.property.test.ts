import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvText, decimalCell, integerCell } from '#kit/format/csv.ts'
import { parseCsv } from '#testing/fixtures/parseCsv.ts'

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ';',
      ',',
      '"',
      "'",
      ' ',
      'ñ',
      '＝',
      '1',
    ),
  }),
)
const rowsOf = fc.integer({ min: 1, max: 6 }).chain((width) =>
  fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 8,
  }),
)
/** The characters with which a spreadsheet begins a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

describe('csvText', () => {
  test('every text is read back, with an apostrophe before it when it begins like a formula', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const [headings, ...read] = parseCsv(csvText(rows[0] ?? [], rows))
        const expected = rows.map((row) =>
          row.map((text) => (FORMULA.test(text) ? `'${text}` : text)),
        )
        expect(headings).toEqual(expected[0])
        expect(read).toEqual(expected)
      }),
    )
  })

  test('no cell of a text is taken for a formula by a spreadsheet', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        for (const row of parseCsv(csvText([], rows)))
          for (const text of row) expect(text).not.toMatch(FORMULA)
      }),
    )
  })

  test('a number is written with a decimal comma and read back exactly', () => {
    const integer = fc.maxSafeInteger()
    fc.assert(
      fc.property(integer, fc.constantFrom(2 as const, 3 as const), (value, places) => {
        const { number } = decimalCell(value, places)
        expect(number).toMatch(/^-?\d+,\d+$/)
        expect(BigInt(number.replace(',', ''))).toBe(BigInt(value))
        expect(number.split(',')[1]).toHaveLength(places)
        expect(integerCell(value).number).toBe(String(value))
      }),
    )
  })
})

describe('csvText for Excel', () => {
  test('begins with a byte order mark, separates by semicolons and ends rows with CR LF', () => {
    expect(csvText(['Fecha', 'Importe'], [['07/09/2026', decimalCell(-123_450, 2)]])).toBe(
      '\uFEFFFecha;Importe\r\n07/09/2026;-1234,50\r\n',
    )
  })

  test.each([
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+59899', `"'+59899"`],
    ['-2', `"'-2"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['Ñandú', 'Ñandú'],
  ])('writes %j as %s', (text, written) => {
    expect(csvText([text], [])).toBe(`\uFEFF${written}\r\n`)
  })
})
