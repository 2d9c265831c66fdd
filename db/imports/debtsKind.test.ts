import { describe, expect, test } from 'vitest'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { debtsFile, importText } from '#testing/imports/importFiles.ts'

const database = startForEachTest(() => freshDatabase('demo'))
const importDebts = (rows: Record<string, string | number>[]) =>
  importText(database.client, 'debts', debtsFile(rows))

describe('debtsKind', () => {
  test.each([
    ['more than the best rule gives', { importe: '10,00', puntos: 900_000 }, '3'],
    // 10 litres of super at 76,88 less 1 %, of 3 points each; of premium at 79,40 less 1,5 %, of 5.
    ['one more', { importe: '790,00', puntos: 51 }, '3'],
    ['as many', { importe: '790,00', puntos: 50 }, undefined],
    ['of dollars', { importe: '790,00', moneda: 'USD', puntos: 1 }, '3'],
  ])('points of a debt: %s', async (_name, row, line) => {
    const { groups } = await importDebts([
      { referencia: 'D-1', puntos: 3 },
      { ...row, referencia: 'D-2' },
    ])
    expect(groups[0]?.examples[0]?.line.toString()).toBe(line)
    if (line) expect(groups).toMatchObject([{ column: 'puntos', count: 1 }])
  })
})
