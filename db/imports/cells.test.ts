import { describe, expect, test } from 'vitest'
import { IMPORT_KINDS } from '#db/imports/importKinds.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { debtsFile, importText } from '#testing/imports/importFiles.ts'

const database = startForEachTest(() => freshDatabase('demo'))
const importDebts = (rows: Record<string, string | number>[]) =>
  importText(database.client, 'debts', debtsFile(rows))
const stored = async (statement: string) =>
  (await database.client.query(statement)).rows as object[]

describe('the cells of an imported file', () => {
  test.each([
    [{ importe: 'U$S 50,00' }, 'importe U$S 50,00', 'dólares en la columna moneda'],
    [{ importe: '$ 80,00', moneda: 'USD' }, 'importe $ 80,00', 'corregí la columna moneda'],
    [{ importe: 'UYU 3.000,00', moneda: 'dólares' }, 'importe UYU 3.000,00', 'corregí la columna'],
    [{ gravado: 'US$ 10' }, 'gravado US$ 10', 'sacá el signo'],
    [{ concepto: '#N/D' }, 'concepto #N/D', 'fórmula'],
    [{ concepto: '#¡REF!' }, 'concepto #¡REF!', 'fórmula'],
    [{ importe: '#¡VALOR!' }, 'importe #¡VALOR!', 'fórmula'],
    [{ factura: '2,026E+15' }, 'factura 2,026E+15', 'como texto'],
    [{ factura: '"1\n2"' }, 'factura 1\n2', 'salto de línea'],
    [{ afiliado: '8100900600000' }, 'afiliado 8100900600000', 'la caja'],
  ])('rejects %j with what to do', async (cells, found, remedy) => {
    const { groups, number } = await importDebts([{ referencia: 'D-1', ...cells }])
    expect(number).toBeNull()
    expect(
      groups.map(({ column, examples, remedy: advice }) => [
        `${column} ${examples[0]?.found}`,
        advice,
      ]),
    ).toEqual([[found, expect.stringContaining(remedy)]])
  })

  test('takes signs of the currency of the row, and digits and texts as they were meant', async () => {
    const rows = [
      { referencia: 'D-1', importe: '$U 80,00' },
      { referencia: 'D-2', importe: 'U$S 50,00', gravado: 'USD 40', moneda: 'US$' },
      { referencia: 'D-\u200b3', importe: '80', afiliado: '60 000 001', consumidor_final: 'FALSO' },
    ]
    const { sample } = await importDebts(rows)
    expect(sample.map(({ values }) => [values['importe'], values['moneda']])).toEqual([
      ['80,00', undefined],
      ['50,00', 'dólares'],
      ['80,00', undefined],
    ])
    expect(
      await stored(
        `select reference, currency, final_consumer from debt where reference like 'D-%' order by 1`,
      ),
    ).toEqual([
      { reference: 'D-1', currency: '858', final_consumer: true },
      { reference: 'D-2', currency: '840', final_consumer: true },
      { reference: 'D-3', currency: '858', final_consumer: false },
    ])
  })

  test.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))(
    'P12: refuses a file of %s with a card number in any column, whose place it names',
    async (_, kind) => {
      const names = Object.keys(kind.columns)
      const cells = names.map((_name, place) =>
        names.map((_other, at) => (at === place ? 'pagó con 4111 1111-1111\u200b1111' : 'x')),
      )
      const file = [names, ...cells].map((row) => row.join(';')).join('\n')
      const error = await importText(database.client, kind.name, file).then(
        () => new Error('was taken'),
        (refusal: Error) => refusal,
      )
      expect(error.constructor.name).toBe('ImportRefused')
      expect(error.message).toContain(`2 (${names[0]})`)
      expect(error.message).not.toMatch(/1111/)
    },
  )

  test.each([
    ['a column without a name', 'banco;\nCeibo;4111 1111 1111 1111'],
    ['more cells than names', 'banco\nCeibo;4111 1111 1111 1111'],
    ['a field without a name', '{"banco":"Ceibo","":4111111111111111}'],
  ])('P12: refuses a file with a card number in %s', async (_, file) => {
    await expect(importText(database.client, 'banks', file)).rejects.toThrow('números de tarjeta')
  })

  test('rejects a cell with what no text may have, which is shown without it', async () => {
    const file = '{"banco":"Cei\\u0000bo"}\n{"banco":"Cei\\ud800bo"}'
    const { groups } = await importText(database.client, 'banks', file)
    expect(groups.flatMap(({ examples }) => examples)).toMatchObject([
      { line: 1, found: 'Cei\ufffdbo' },
      { line: 2, found: 'Cei\ufffdbo' },
    ])
  })

  test('a file with nothing below its heading is refused', async () => {
    await expect(importText(database.client, 'banks', 'banco\n')).rejects.toThrow('ninguna fila')
  })

  test('prices are in pesos: a sign of dollars is rejected', async () => {
    const file = 'producto;desde;precio;norma\nSuper;1/1/2027;US$ 1,90;Decreto 1'
    const { groups } = await importText(database.client, 'prices', file)
    expect(groups).toMatchObject([{ column: 'precio', examples: [{ found: 'US$ 1,90' }] }])
  })

  test('two makes whose codes differ in case are one make', async () => {
    const file = 'codigo;nombre\nbyd2;BYD\nBYD2;otro'
    const { groups, number } = await importText(database.client, 'makes', file)
    expect(number).toBeNull()
    expect(groups).toMatchObject([{ column: 'codigo', expected: 'una sola fila por codigo' }])
  })

  test('the number of a card of a loyalty is stored as a till sends it', async () => {
    const file =
      'afiliado;programa;documento;tarjeta;desde\n81 009 006;surtidor;9.000.006-8;8800-0000-0001-8;1/3/2026'
    expect(await importText(database.client, 'loyalties', file)).toMatchObject({ created: 1 })
    expect(
      await stored(`select code, client_card_number from loyalty where code like '81%'`),
    ).toEqual([{ code: '81009006', client_card_number: '8800000000018' }])
  })
})
