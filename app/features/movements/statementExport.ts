import { type Cell, csvText, integerCell } from '#app/features/export/csv.ts'
import type { PdfContent } from '#app/features/export/pdfDocument.ts'
import { totalsOf } from '#app/features/movements/consumption.ts'
import { ownerFacts, type StatementOwner } from '#app/features/movements/exportOwner.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { DateFilter, Day } from '#contract/dates.ts'
import type { AccountState, MonthOfProduct } from '#contract/entities/movement.ts'
import type { accountStatus } from '#contract/financial/accountStatus.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { dateAndTime, longMonth, shortDate, timeOfDay } from '#kit/format/dates.ts'
import { litres, money, points, signedPoints } from '#kit/format/numbers.ts'
import { dayText, periodText } from '#kit/format/period.ts'

/**
 * The statement of all pages, its lines in the order of time.
 * @throws when the lines do not lead from the opening to the closing balance
 */
export function completeStatement(
  pages: readonly [AnswerOf<typeof accountStatus>, ...AnswerOf<typeof accountStatus>[]],
): AccountState {
  const movements = pages.flatMap((page) => page.accountStatus.movements).toReversed()
  const statement = { ...pages[0].accountStatus, movements }
  const change = movements.reduce((sum, line) => sum + line.points, 0)
  if (statement.openingPoints + change !== statement.closingPoints)
    throw new Error('The lines of the statement do not lead to its closing balance.')
  return statement
}

/** The statement as a PDF: consumption by month and product, and the points line by line. */
export function statementPdf(owner: StatementOwner, statement: AccountState): PdfContent {
  const { discounts, movements, openingPoints, closingPoints } = statement
  const { dateFrom, dateTo } = owner.period
  return {
    title: 'Estado de cuenta',
    subtitle: periodText(owner.period),
    facts: ownerFacts(owner),
    totals: [
      ...consumptionTotals(discounts),
      { name: 'Saldo de puntos', value: points(closingPoints) },
    ],
    tables: [
      {
        title: 'Consumo por mes',
        columns: [
          { name: 'Mes' },
          { name: 'Producto', isWide: true },
          { name: 'Litros', isFigure: true },
          { name: 'Descuento', isFigure: true },
          { name: 'Importe', isFigure: true },
          { name: 'Puntos', isFigure: true },
        ],
        rows: discounts.map((month) => [
          capital(longMonth(month.month)),
          productName(month.product),
          ...monthFigures(month),
        ]),
        ...(discounts.length > 0 && { last: ['Total', '', ...monthFigures(totalsOf(discounts))] }),
        empty: 'No hubo cargas ni compras en este período.',
      },
      {
        title: 'Puntos',
        columns: [
          { name: 'Fecha' },
          { name: 'Concepto', isWide: true },
          { name: 'Referencia' },
          { name: 'Puntos', isFigure: true },
          { name: 'Saldo', isFigure: true },
        ],
        first: ['', `Saldo antes del ${dayText(dateFrom)}`, '', '', points(openingPoints)],
        rows: movements.map((line) => [
          dateAndTime(line.datetime),
          line.concept,
          line.rrn,
          signedPoints(line.points),
          points(line.balance),
        ]),
        last: [
          '',
          `Saldo al ${dayText(dateTo)}`,
          '',
          signedPoints(closingPoints - openingPoints),
          points(closingPoints),
        ],
        empty: '',
      },
    ],
    createdAt: dateAndTime(owner.createdAt),
  }
}

/** The same totals, with the same names, as the screen shows. */
function consumptionTotals(months: readonly MonthOfProduct[]) {
  const totals = totalsOf(months)
  return [
    { name: 'Gastaste', value: money(totals.amount) },
    { name: 'Ahorraste', value: money(totals.discount) },
    { name: 'Cargaste', value: litres(totals.millilitres) },
    { name: 'Puntos', value: signedPoints(totals.points) },
  ]
}

const monthFigures = (month: Omit<MonthOfProduct, 'month' | 'product'>): string[] => [
  month.millilitres > 0 ? litres(month.millilitres) : '',
  money(month.discount),
  money(month.amount),
  signedPoints(month.points),
]

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The points line by line as CSV, between two rows with the opening and the closing balance. */
export function statementCsv(period: DateFilter, statement: AccountState): string {
  const balanceRow = (day: Day, concept: string, balance: number): Cell[] => [
    dayText(day),
    '',
    concept,
    '',
    '',
    integerCell(balance),
  ]
  return csvText(
    ['Fecha', 'Hora', 'Concepto', 'Referencia', 'Puntos', 'Saldo'],
    [
      balanceRow(period.dateFrom, 'Saldo inicial', statement.openingPoints),
      ...statement.movements.map((line) => [
        shortDate(line.datetime),
        timeOfDay(line.datetime),
        line.concept,
        line.rrn,
        integerCell(line.points),
        integerCell(line.balance),
      ]),
      balanceRow(period.dateTo, 'Saldo final', statement.closingPoints),
    ],
  )
}
