import { describe, expect, test } from 'vitest'
import { movementFiles, statementFiles } from '#app/features/movements/listFiles.ts'
import { aMovement, aStatementRow, aVoidedMovement } from '#testing/fixtures/entities.ts'

const period = {
  dateFrom: { year: 2026, month: 9, day: 1 },
  dateTo: { year: 2026, month: 9, day: 30 },
}
const page = (movements: ReturnType<typeof aStatementRow>[]) => ({
  accountStatus: {
    openingPoints: 100,
    closingPoints: 130,
    pointTotals: { earned: 65, redeemed: -20, reversed: -15, other: 0 },
    discounts: [],
    movements,
  },
  next: '',
})
const pages = [
  page([aStatementRow({ rrn: '3', points: -20, balance: 130, saleDatetime: undefined })]),
  page([
    aStatementRow({ rrn: '2', points: 40, balance: 150, saleDatetime: '20261112091500' }),
    aStatementRow({ rrn: '1', points: 10, balance: 110, concept: '=1+1' }),
  ]),
] as const
const plain = (text: string) => text.replaceAll('\u00A0', ' ')

describe('the files of the statement', () => {
  test('the CSV has the balances around the lines in the order of time, and no concept is a formula', () => {
    expect(statementFiles(pages, period).csv().split('\r\n')).toEqual([
      '\uFEFFFecha;Hora;Compra del;Concepto;Referencia;Puntos;Saldo',
      '01/09/2026;;;Saldo inicial;;;100',
      `18/11/2026;08:23;18/11/2026;"'=1+1";1;10;110`,
      '18/11/2026;08:23;12/11/2026;Super en Estación Ombú;2;40;150',
      '18/11/2026;08:23;;Super en Estación Ombú;3;-20;130',
      '30/09/2026;;;Saldo final;;;130',
      ';;;Ganados;;65;',
      ';;;Canjeados;;-20;',
      ';;;Anulados;;-15;',
      ';;;Diferencia;;30;',
      '',
    ])
  })

  test('the PDF has the same figures of points as the CSV, apart from those of the purchases', () => {
    const { totals } = statementFiles(pages, period).pdf()
    expect(totals.slice(3).map(({ name, value }) => `${name} ${value}`)).toEqual([
      'Puntos por compras 0',
      'Ganados +65',
      'Canjeados -20',
      'Anulados -15',
      'Diferencia +30',
      'Saldo de puntos 130',
    ])
  })

  test('PDF and CSV have the points of the day by what they are', () => {
    const today = [
      { name: 'Para usar hoy', points: 1010 },
      { name: 'Vencen el 30/11/2026', points: 300 },
    ]
    const { csv, pdf } = statementFiles(pages, period, today)
    expect(csv()).toContain('\r\n;;;Para usar hoy;;1010;\r\n;;;Vencen el 30/11/2026;;300;\r\n')
    expect(pdf().facts.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'Para usar hoy 1.010',
      'Vencen el 30/11/2026 300',
    ])
  })

  test('refuses lines that do not lead to the closing balance', () => {
    expect(() => statementFiles([pages[0]], period)).toThrow(/closing balance/)
  })

  test('the PDF has the balances around the lines, and no total without purchases', () => {
    const { tables } = statementFiles(pages, period).pdf()
    expect(tables[0]?.last).toBeUndefined()
    expect(tables[1]?.rows.map(([, bought, , rrn]) => [rrn, bought])).toEqual([
      ['1', '18/11/2026'],
      ['2', '12/11/2026'],
      ['3', ''],
    ])
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

  test('what a till reported of a purchase is in the CSV, and the PDF marks a voided one', () => {
    const { csv, pdf } = movementFiles([aVoidedMovement(), aMovement({ rrn: 'r1' })], '')
    const [, older, voided] = csv().split('\r\n')
    expect(older).toMatch(/;r1;18\/11\/2026;;;$/)
    expect(voided).toMatch(
      /;20\/11\/2026;T-7;e-Factura de contingencia AB 9999999;La estación anuló tu compra del 12\/11: se descontaron 40 puntos\.$/,
    )
    expect(pdf().tables[0]?.rows.map(([, , product]) => product)).toEqual([
      'Super',
      'Super (anulada)',
    ])
  })

  test('the CSV leaves the litres empty where there are none', () => {
    const wash = aMovement({ product: 'wash', millilitres: 0, plate: 'SBA1234' })
    expect(movementFiles([wash], '').csv()).toContain(';SBA1234;;$;')
    expect(
      movementFiles([aMovement({ plate: 'SBA1234', millilitres: 20_000 })], '').csv(),
    ).toContain(';SBA1234;20,000;$;')
  })
})
