import { type PdfColumn, pdfTable } from '#app/features/export/pdfTable.ts'
import { POINTS_OF_PURCHASES, pointFigures, totalsOf } from '#app/features/movements/consumption.ts'
import type { ListFiles } from '#app/features/movements/ListDownload.tsx'
import { litresText, remarkOf } from '#app/features/movements/movementFormat.ts'
import {
  isRedemption,
  newestFirst,
  pointsSpent,
  redemptionText,
} from '#app/features/movements/redemptionFormat.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { DateFilter } from '#contract/dates.ts'
import { shortDate } from '#contract/dates.ts'
import type {
  AccountState,
  MonthOfProduct,
  Movement,
  StatementLine,
} from '#contract/entities/movement.ts'
import type { Redemption } from '#contract/entities/redemption.ts'
import type { accountStatus } from '#contract/financial/accountStatus.ts'
import type { Currency } from '#contract/money.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { type Cell, csvText, decimalCell, integerCell } from '#kit/format/csv.ts'
import { dateAndTime, monthHeading, timeOfDay } from '#kit/format/dates.ts'
import { litres, money, points, signedPoints } from '#kit/format/numbers.ts'
import { dayText } from '#kit/format/period.ts'

const CURRENCY_SIGNS: Record<Currency, string> = { '858': '$', '840': 'US$' }

const MOVEMENT_CELLS: readonly [heading: string, cell: (movement: Movement) => Cell][] = [
  ['Fecha', ({ datetime }) => shortDate(datetime)],
  ['Hora', ({ datetime }) => timeOfDay(datetime)],
  ['Estación', ({ branchName }) => branchName],
  ['Producto', ({ product }) => productName(product)],
  ['Matrícula', ({ plate }) => plate],
  ['Litros', ({ millilitres }) => (millilitres > 0 ? decimalCell(millilitres, 3) : '')],
  ['Moneda', ({ currency }) => CURRENCY_SIGNS[currency]],
  ['Descuento', ({ discount }) => decimalCell(discount, 2)],
  ['Importe', ({ amount }) => decimalCell(amount, 2)],
  ['Puntos', (movement) => integerCell(movement.points)],
  ['Referencia', ({ rrn }) => rrn],
  ['Registrada', ({ sale, datetime }) => shortDate(sale?.postedAt ?? datetime)],
  ['Ticket', ({ sale }) => sale?.ticket ?? ''],
  ['CFE', ({ sale }) => (sale?.cfe ? cfeText(sale.cfe) : '')],
  ['Aclaración', remarkOf],
]

/** The cells of a redemption under the headings of `MOVEMENT_CELLS`; the others stay empty. */
const REDEMPTION_CELLS: Record<string, (redemption: Redemption) => Cell> = {
  Fecha: ({ datetime }) => shortDate(datetime),
  Hora: ({ datetime }) => timeOfDay(datetime),
  Estación: ({ branchName }) => branchName,
  Producto: ({ title }) => `Canje: ${title}`,
  Puntos: (redemption) => integerCell(pointsSpent(redemption)),
  Referencia: ({ rrn }) => rrn,
  Ticket: ({ ticket }) => ticket,
  Aclaración: redemptionText,
}

const REDEMPTION_COLUMNS: readonly PdfColumn<Redemption>[] = [
  ['Fecha', ({ datetime }) => dateAndTime(datetime)],
  ['Estación', ({ branchName }) => branchName],
  ['Canje', ({ title }) => title],
  ['Qué pasó', redemptionText, 'wide'],
  ['Puntos', (redemption) => signedPoints(pointsSpent(redemption)), 'figure'],
]

const productText = ({ product, sale }: Movement) =>
  productName(product) + (sale?.reversal?.kind === 'void' ? ' (anulada)' : '')

const MOVEMENT_COLUMNS: readonly PdfColumn<Movement>[] = [
  ['Fecha', ({ datetime }) => dateAndTime(datetime)],
  ['Estación', ({ branchName }) => branchName, 'wide'],
  ['Producto', productText],
  ['Matrícula', ({ plate }) => plate],
  ['Litros', litresText, 'figure'],
  ['Descuento', ({ discount, currency }) => money(discount, currency), 'figure'],
  ['Importe', ({ amount, currency }) => money(amount, currency), 'figure'],
  ['Puntos', (movement) => signedPoints(movement.points), 'figure'],
]

/**
 * The files of purchases and redemptions, the oldest first.
 * @param purchases as the server lists them, the newest first, as are the redemptions
 * @param branchCode the only station; empty for all
 */
export function movementFiles(
  purchases: readonly Movement[],
  branchCode: string,
  redemptions: readonly Redemption[] = [],
): ListFiles {
  const movements = purchases.toReversed()
  const entries = newestFirst({ movements: purchases, redemptions }).toReversed()
  /** The total in each currency that occurs; zero pesos without a purchase. */
  const amountText = (field: 'amount' | 'discount') =>
    [...new Set(purchases.map(({ currency }) => currency))]
      .map((currency) => {
        const inCurrency = movements.filter((one) => one.currency === currency)
        return money(totalsOf(inCurrency)[field], currency)
      })
      .join(' + ') || money(0)
  return {
    csv: () =>
      csvText(
        MOVEMENT_CELLS.map(([heading]) => heading),
        entries.map((entry) =>
          MOVEMENT_CELLS.map(([heading, cell]) =>
            isRedemption(entry) ? (REDEMPTION_CELLS[heading]?.(entry) ?? '') : cell(entry),
          ),
        ),
      ),
    pdf: () => {
      const amount = amountText('amount')
      const discount = amountText('discount')
      const totals = totalsOf(movements)
      const fuel = litres(totals.millilitres)
      const granted = signedPoints(totals.points)
      const station = branchCode && (purchases[0]?.branchName ?? branchCode)
      return {
        title: 'Movimientos',
        facts: [{ name: 'Estación', value: station }],
        totals: totalFacts(amount, discount, fuel, granted),
        tables: [
          pdfTable('Cargas y compras', MOVEMENT_COLUMNS, movements, {
            last: ['Total', '', '', '', fuel, discount, amount, granted],
          }),
          ...(redemptions.length > 0
            ? [pdfTable('Canjes', REDEMPTION_COLUMNS, redemptions.toReversed(), {})]
            : []),
        ],
      }
    },
  }
}

/** The same totals, with the same names, as the screen shows. */
const totalFacts = (amount: string, discount: string, fuel: string, granted: string) => [
  { name: 'Gastaste', value: amount },
  { name: 'Ahorraste', value: discount },
  { name: 'Cargaste', value: fuel },
  { name: POINTS_OF_PURCHASES, value: granted },
]

type Month = Omit<MonthOfProduct, 'month' | 'product'>
const MONTH_FIGURES: readonly PdfColumn<Month>[] = [
  ['Litros', ({ millilitres }) => (millilitres > 0 ? litres(millilitres) : ''), 'figure'],
  ['Descuento', ({ discount }) => money(discount), 'figure'],
  ['Importe', ({ amount }) => money(amount), 'figure'],
  ['Puntos', (month) => signedPoints(month.points), 'figure'],
]

/** The day of the purchase that a line is about, beside that of its posting; empty for other lines. */
const boughtOn = ({ saleDatetime }: StatementLine) => (saleDatetime ? shortDate(saleDatetime) : '')

/**
 * The files of a statement: consumption by month and product in the PDF, and the points line by line
 * between the opening and the closing balance.
 * @param today the points of the day of the files by what they are (`pointsFacts`)
 * @throws when the lines do not lead from the opening to the closing balance
 */
export function statementFiles(
  pages: readonly [AnswerOf<typeof accountStatus>, ...AnswerOf<typeof accountStatus>[]],
  { dateFrom, dateTo }: DateFilter,
  today: readonly { name: string; points: number }[] = [],
): ListFiles {
  const lines = pages.flatMap((page) => page.accountStatus.movements).toReversed()
  const { openingPoints, closingPoints, discounts }: AccountState = pages[0].accountStatus
  const change = lines.reduce((sum, line) => sum + line.points, 0)
  if (openingPoints + change !== closingPoints)
    throw new Error('The lines of the statement do not lead to its closing balance.')
  return {
    csv: () =>
      csvText(
        ['Fecha', 'Hora', 'Compra del', 'Concepto', 'Referencia', 'Puntos', 'Saldo'],
        [
          [dayText(dateFrom), '', '', 'Saldo inicial', '', '', integerCell(openingPoints)],
          ...lines.map((line) => [
            shortDate(line.datetime),
            timeOfDay(line.datetime),
            boughtOn(line),
            line.concept,
            line.rrn,
            integerCell(line.points),
            integerCell(line.balance),
          ]),
          [dayText(dateTo), '', '', 'Saldo final', '', '', integerCell(closingPoints)],
          ...[...pointFigures(pages[0].accountStatus), ...today].map((figure) => [
            '',
            '',
            '',
            figure.name,
            '',
            integerCell(figure.points),
            '',
          ]),
        ],
      ),
    pdf: () => {
      const totals = totalsOf(discounts)
      return {
        title: 'Estado de cuenta',
        facts: today.map((fact) => ({ name: fact.name, value: points(fact.points) })),
        totals: [
          ...totalFacts(
            money(totals.amount),
            money(totals.discount),
            litres(totals.millilitres),
            signedPoints(totals.points),
          ),
          ...pointFigures(pages[0].accountStatus).map((figure) => ({
            name: figure.name,
            value: signedPoints(figure.points),
          })),
          { name: 'Saldo de puntos', value: points(closingPoints) },
        ],
        tables: [
          pdfTable<MonthOfProduct>(
            'Consumo por mes',
            [
              ['Mes', ({ month }) => monthHeading(month)],
              ['Producto', ({ product }) => productName(product), 'wide'],
              ...MONTH_FIGURES,
            ],
            discounts,
            {
              ...(discounts.length > 0 && {
                last: ['Total', '', ...MONTH_FIGURES.map(([, text]) => text(totals))],
              }),
              empty: 'No hubo cargas ni compras en este período.',
            },
          ),
          pdfTable(
            'Puntos',
            [
              ['Fecha', ({ datetime }) => dateAndTime(datetime)],
              ['Compra del', boughtOn],
              ['Concepto', ({ concept }) => concept, 'wide'],
              ['Referencia', ({ rrn }) => rrn],
              ['Puntos', (line) => signedPoints(line.points), 'figure'],
              ['Saldo', ({ balance }) => points(balance), 'figure'],
            ],
            lines,
            {
              first: [
                '',
                '',
                `Saldo antes del ${dayText(dateFrom)}`,
                '',
                '',
                points(openingPoints),
              ],
              last: [
                '',
                '',
                `Saldo al ${dayText(dateTo)}`,
                '',
                signedPoints(change),
                points(closingPoints),
              ],
            },
          ),
        ],
      }
    },
  }
}
