import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decodeText, newTextFacts } from '#db/imports/decodeText.ts'
import { optional, text } from '#db/imports/field.ts'
import { type Layout, readRows } from '#db/imports/readRows.ts'

const COLUMNS = { codigo: text(20), nombre: optional(text(40)) }
const KB = 1024

/** Reads a file that arrives in pieces of so many bytes. */
async function read(content: string | Buffer, piece = 7) {
  const bytes = Buffer.from(content as string)
  const facts = newTextFacts()
  let layout: Layout | undefined
  const rows = []
  const source = (async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  })()
  for await (const row of readRows(decodeText(source, facts), COLUMNS, (found) => (layout = found)))
    rows.push(row)
  return { rows, layout, encoding: facts.encoding }
}
const twoRows = [
  { line: 2, cells: ['a', 'Peñarol'] },
  { line: 3, cells: ['b', ''] },
]

describe('readRows', () => {
  test.each([
    ['semicolons, as Excel writes in Uruguay', 'codigo;nombre\r\na;Peñarol\r\nb;\r\n', ';'],
    ['commas', 'codigo,nombre\na,"Peñarol"\nb,', ','],
    ['tabulators', 'codigo\tnombre\na\tPeñarol\nb\t\n', '\t'],
    ['a byte order mark', '\uFEFFcodigo;nombre\na;Peñarol\nb;', ';'],
    ['two byte order marks', '\uFEFF\uFEFFcodigo;nombre\na;Peñarol\nb;', ';'],
    ['its separator in a line of its own', 'sep=;\r\ncodigo;nombre\r\na;Peñarol\r\nb;', ';', 1],
    [
      'invisible characters in the heading and the cells',
      'co\u200bdigo;nombre\u00a0\na\u2060;Pen\u0303arol\nb\u200e;\u00a0',
      ';',
    ],
    ['other capitals, accents and order', 'NOMBRE;Código\nPeñarol;a\n;b', ';'],
    [
      'more separators at the end, and empty lines',
      'codigo;nombre;;\na;Peñarol;;\nb;;;\n;;;\n\n',
      ';',
    ],
  ])('reads a file with %s', async (_, content, separator, above = 0) => {
    for (const piece of [1, 7, 64 * KB]) {
      const { rows, layout, encoding } = await read(content, piece)
      const below = twoRows.map((row) => ({ ...row, line: row.line + above }))
      expect({ rows, encoding }).toEqual({ rows: below, encoding: 'UTF-8' })
      expect(layout).toEqual({ format: 'CSV', separator, columns: ['codigo', 'nombre'] })
    }
  })

  test('reads Windows-1252, also where the first letter above ASCII comes late', async () => {
    const filler = Array.from({ length: 3000 }, (_, place) => `c${place};Boston River\n`).join('')
    const content = Buffer.from(`codigo;nombre\n${filler}a;Peñarol\n`, 'latin1')
    const { rows, encoding } = await read(content, 1000)
    expect(encoding).toBe('Windows-1252')
    expect(rows.at(-1)).toEqual({ line: 3002, cells: ['a', 'Peñarol'] })
  })

  test.each([
    ['one object per line', '{"codigo":"a","nombre":"Peñarol"}\n{"codigo":"b"}'],
    [
      'an array of lines',
      '[\n{"codigo":"a","nombre":"Peñarol"},\n{"codigo":"b","nombre":null}\n]\n',
    ],
    ['an array in one line', '[{"codigo":"a","nombre":"Peñarol"},{"codigo":"b"}]'],
  ])('reads JSON as %s', async (_, content) => {
    const { rows, layout } = await read(content)
    expect(rows.map(({ cells }) => cells)).toEqual(twoRows.map(({ cells }) => cells))
    expect(layout).toMatchObject({ format: 'JSON', separator: '' })
  })

  test('reads a number of JSON as it is written, of any length', async () => {
    const { rows } = await read(
      '{"codigo":20260000000000000017,"nombre":12.50}\n{"codigo":8.8e12,"nombre":"a\\":1"}',
    )
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['20260000000000000017', '12.50'],
      ['8.8E+12', 'a":1'],
    ])
  })

  test('keeps a row of another width, with its line and number of cells', async () => {
    const { rows } = await read('codigo;nombre\na;b;c\nd\n"e\nf";g\n')
    expect(rows).toMatchObject([
      { line: 2, wrongCount: 3 },
      { line: 3, wrongCount: 1 },
      { line: 5, cells: ['e\nf', 'g'] },
    ])
  })

  const long = 'x'.repeat(100 * KB)
  test.each([
    ['an empty one', '', 'está vacío'],
    ['one of white space', ' \n\n', 'está vacío'],
    ['a workbook or zip bomb', Buffer.from([0x50, 0x4b, 3, 4, 9, 9]), 'libro de Excel o un .zip'],
    ['a compressed one', gzipSync('codigo;nombre\na;b\n'), 'está comprimido'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'libro de Excel'],
    ['UTF-16', Buffer.from('\uFEFFcodigo;nombre\na;b\n', 'utf16le'), 'UTF-16'],
    ['NUL bytes', 'codigo;nombre\na;b\0\n', 'bytes nulos'],
    [
      'two encodings',
      Buffer.concat([
        Buffer.from('codigo;nombre\na;Peñarol\n'),
        Buffer.from('b;Peñarol\n', 'latin1'),
      ]),
      'otra codificación',
    ],
    ['a line of 100 KB', `codigo;nombre\na;${long}\n`, 'una línea de más de 64 KB'],
    [
      'a quote that is never closed',
      `codigo;nombre\na;"b\n${'c;d\n'.repeat(30 * KB)}`,
      'comillas que se abren y no se cierran',
    ],
    [
      'a quote that the end closes',
      'codigo;nombre\na;"b\nc;d\n',
      'comillas que se abren y no se cierran',
    ],
    ['a quote inside a cell', 'codigo;nombre\na;b"c"\n', 'línea 2 tiene comillas mal puestas'],
    [
      '10,000 columns',
      `codigo;${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(';')}\n`,
      'tiene 10001 columnas',
    ],
    ['a repeated column', 'codigo;nombre;Código\na;b;c\n', '«codigo» está dos veces'],
    ['a missing column', 'nombre\nb\n', 'faltan columnas: codigo.'],
    ['an unknown column', 'codigo;apodo\na;b\n', 'no se conocen estas columnas: apodo.'],
    ['broken JSON', '{"codigo":"a"}\n{"codigo":\n', 'la línea 2 no es JSON'],
    [
      'JSON with a column twice in an object',
      '{"codigo":"a"}\n{"codigo":"b","codigo":"c"}',
      'la línea 2 da dos veces la misma columna',
    ],
    ['JSON of numbers', '[1,2]', 'la línea 1 no es JSON'],
    [
      'JSON that replaces a prototype',
      '{"codigo":"a","__proto__":{"x":1}}',
      'la línea 1 no es JSON',
    ],
    [
      'JSON with an unknown name',
      '{"codigo":"a","apodo":"b"}',
      'no se conocen estas columnas: apodo.',
    ],
  ])('refuses a file with one sentence: %s', async (_, content, sentence) => {
    const error = await read(content, 4 * KB).then(
      () => new Error('was read'),
      (refusal: Error) => refusal,
    )
    expect(error.message).toContain(sentence)
    expect(error.message.split('\n')).toHaveLength(1)
    expect(error.constructor.name).toBe('ImportRefused')
  })

  test('stops reading a line of 100 MB after 64 KB', async () => {
    let sent = 0
    const endless = (async function* () {
      for (; sent < 100 * KB * KB; sent += 64 * KB) yield Buffer.alloc(64 * KB, 'x')
    })()
    const reading = readRows(decodeText(endless, newTextFacts()), COLUMNS, () => {}).next()
    await expect(reading).rejects.toThrow('una línea de más de 64 KB')
    expect(sent).toBeLessThan(256 * KB)
  })
})
