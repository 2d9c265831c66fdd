import { describe, expect, test } from 'vitest'
import { totalRows } from '#console/features/list/totalRows.ts'

describe('totalRows', () => {
  test('adds up each column of amounts, by currency', () => {
    const rows = [
      [{ text: 'Lavado' }, { cents: 100 }, { cents: 1, currency: '840' as const }],
      [{ text: 'Gasoil' }, { cents: 250, currency: '858' as const }, { text: '' }],
      [{ text: 'Café' }, { cents: -50 }, { cents: 2, currency: '840' as const }],
    ]
    expect(totalRows(rows)).toEqual([
      [{ text: 'Total en pesos' }, { cents: 300 }, { text: '' }],
      [{ text: 'Total en dólares' }, { text: '' }, { cents: 3 }],
    ])
  })

  test('is empty without amounts or rows', () => {
    expect(totalRows([[{ text: 'Lavado' }, { count: 3 }]])).toEqual([])
    expect(totalRows([])).toEqual([])
  })
})
