import { describe, expect, test } from 'vitest'
import { movementFiles, statementFiles } from '#app/features/movements/listFiles.ts'
import { aMovement, aStatementRow } from '#testing/fixtures/entities.ts'

const period = {
  dateFrom: { year: 2026, month: 9, day: 1 },
  dateTo: { year: 2026, month: 9, day: 30 },
}
const page = (movements: ReturnType<typeof aStatementRow>[]) => ({
  accountStatus: { openingPoints: 100, closingPoints: 130, discounts: [], movements },
  next: '',
})
const pages = [
  page([aStatementRow({ rrn: '3', points: -20, balance: 130 })]),
  page([
    aStatementRow({ rrn: '2', points: 40, balance: 150 }),
    aStatementRow({ rrn: '1', points: 10, balance: 110, concept: '=1+1' }),
  ]),
] as const
const plain = (text: string) => text.replaceAll('\u00A0', ' ')

describe('the files of the statement', () => {
  test('the CSV has the balances around the lines in the order of time, and no concept is a formula', () => {
    expect(statementFiles(pages, period).csv().split('\r\n')).toEqual([
      '\uFEFFFecha;Hora;Concepto;Referencia;Puntos;Saldo',
      '01/09/2026;;Saldo inicial;;;100',
      `18/11/2026;08:23;"'=1+1";1;10;110`,
      '18/11/2026;08:23;Super en Estación Ombú;2;40;150',
      '18/11/2026;08:23;Super en Estación Ombú;3;-20;130',
      '30/09/2026;;Saldo final;;;130',
      '',
    ])
  })

  test('refuses lines that do not lead to the closing balance', () => {
    expect(() => statementFiles([pages[0]], period)).toThrow(/closing balance/)
  })

  test('the PDF has the balances around the lines, and no total without purchases', () => {
    const { tables } = statementFiles(pages, period).pdf()
    expect(tables[0]?.last).toBeUndefined()
    expect(tables[1]?.rows.map(([, , rrn]) => rrn)).toEqual(['1', '2', '3'])
    expect(tables[1]?.first?.at(-1)).toBe('100')
    expect(tables[1]?.last?.slice(-2)).toEqual(['+30', '130'])
  })
})

describe('the files of the purchases', () => {
  test('purchases in two currencies are added up apart', () => {
    const { csv, pdf } = movementFiles(
      [
        aMovement({ amount: 7_00, discount: 0, currency: '840' }),
        aMovement({ amount: 250_50, discount: 1_00 }),
        aMovement({ amount: 100_00, discount: 0 }),
      ],
      '',
    )
    expect(plain(pdf().totals[0]?.value ?? '')).toBe('US$ 7,00 + $ 350,50')
    expect(csv()).toContain(';$;1,00;250,50;')
    expect(csv()).toContain(';US$;0,00;7,00;')
  })
})
