import { describe, expect, test } from 'vitest'
import type { StatementOwner } from '#app/features/movements/exportOwner.ts'
import { movementsCsv, movementsPdf } from '#app/features/movements/movementsExport.ts'
import {
  completeStatement,
  statementCsv,
  statementPdf,
} from '#app/features/movements/statementExport.ts'
import { aLoyalty, aMovement, aStatementRow } from '#testing/fixtures/entities.ts'

const owner: StatementOwner = {
  user: { firstName: 'Íñigo', firstSurname: 'Agüero', documentNumber: '90000018' },
  loyalty: aLoyalty(),
  period: {
    dateFrom: { year: 2026, month: 9, day: 1 },
    dateTo: { year: 2026, month: 9, day: 30 },
  },
  createdAt: '20261001120000',
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

describe('completeStatement', () => {
  test('joins the pages in the order of time', () => {
    expect(completeStatement(pages).movements.map(({ rrn }) => rrn)).toEqual(['1', '2', '3'])
  })

  test('refuses lines that do not lead to the closing balance', () => {
    expect(() => completeStatement([pages[0]])).toThrow(/closing balance/)
  })
})

describe('the files of the statement', () => {
  test('the CSV has the balances around the lines, and no concept is a formula', () => {
    expect(statementCsv(owner.period, completeStatement(pages)).split('\r\n')).toEqual([
      '\uFEFFFecha;Hora;Concepto;Referencia;Puntos;Saldo',
      '01/09/2026;;Saldo inicial;;;100',
      `18/11/2026;08:23;"'=1+1";1;10;110`,
      '18/11/2026;08:23;Super en Estación Ombú;2;40;150',
      '18/11/2026;08:23;Super en Estación Ombú;3;-20;130',
      '30/09/2026;;Saldo final;;;130',
      '',
    ])
  })

  test('the PDF says whose it is and leaves out what is empty', () => {
    const { facts, tables } = statementPdf(owner, completeStatement(pages))
    expect(facts.map(({ name }) => name)).not.toContain('RUT')
    expect(facts[0]).toEqual({ name: 'Titular', value: 'Íñigo Agüero' })
    expect(tables[0]?.last).toBeUndefined()
    expect(tables[1]?.first?.at(-1)).toBe('100')
    expect(tables[1]?.last?.slice(-2)).toEqual(['+30', '130'])
  })

  test('purchases in two currencies are added up apart', () => {
    const purchases = [
      aMovement({ amount: 100_00, discount: 0 }),
      aMovement({ amount: 250_50, discount: 1_00 }),
      aMovement({ amount: 7_00, discount: 0, currency: '840' }),
    ]
    const { totals } = movementsPdf(owner, purchases, '')
    expect(plain(totals[0]?.value ?? '')).toBe('$ 350,50 + US$ 7,00')
    expect(movementsCsv(purchases)).toContain(';$;1,00;250,50;')
    expect(movementsCsv(purchases)).toContain(';US$;0,00;7,00;')
  })
})
