import { csvText, decimalCell, integerCell } from '#app/features/export/csv.ts'
import type { PdfContent } from '#app/features/export/pdfDocument.ts'
import { ownerFacts, type StatementOwner } from '#app/features/movements/exportOwner.ts'
import { litresText } from '#app/features/movements/movementFormat.ts'
import type { Movement } from '#contract/entities/movement.ts'
import type { Currency } from '#contract/money.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { dateAndTime, shortDate, timeOfDay } from '#kit/format/dates.ts'
import { litres, money, signedPoints } from '#kit/format/numbers.ts'
import { periodText } from '#kit/format/period.ts'

/**
 * Purchases as a PDF, one a row, with their totals.
 * @param station the name of the only station; empty for all
 */
export function movementsPdf(
  owner: StatementOwner,
  movements: readonly Movement[],
  station: string,
): PdfContent {
  const totals = {
    discount: amountText(movements, ({ discount }) => discount),
    amount: amountText(movements, ({ amount }) => amount),
    litres: litres(sum(movements, ({ millilitres }) => millilitres)),
    points: signedPoints(sum(movements, (movement) => movement.points)),
  }
  return {
    title: 'Movimientos',
    subtitle: periodText(owner.period),
    facts: [...ownerFacts(owner), ...(station ? [{ name: 'Estación', value: station }] : [])],
    totals: [
      { name: 'Gastaste', value: totals.amount },
      { name: 'Ahorraste', value: totals.discount },
      { name: 'Cargaste', value: totals.litres },
      { name: 'Puntos', value: totals.points },
    ],
    tables: [
      {
        title: 'Cargas y compras',
        columns: [
          { name: 'Fecha' },
          { name: 'Estación', isWide: true },
          { name: 'Producto' },
          { name: 'Matrícula' },
          { name: 'Litros', isFigure: true },
          { name: 'Descuento', isFigure: true },
          { name: 'Importe', isFigure: true },
          { name: 'Puntos', isFigure: true },
        ],
        rows: movements
          .toReversed()
          .map((movement) => [
            dateAndTime(movement.datetime),
            movement.branchName,
            productName(movement.product),
            movement.plate,
            litresText(movement),
            money(movement.discount, movement.currency),
            money(movement.amount, movement.currency),
            signedPoints(movement.points),
          ]),
        last: ['Total', '', '', '', totals.litres, totals.discount, totals.amount, totals.points],
        empty: '',
      },
    ],
    createdAt: dateAndTime(owner.createdAt),
  }
}

/** Purchases as CSV, one a row, the oldest first. */
export const movementsCsv = (movements: readonly Movement[]): string =>
  csvText(
    [
      'Fecha',
      'Hora',
      'Estación',
      'Producto',
      'Matrícula',
      'Litros',
      'Moneda',
      'Descuento',
      'Importe',
      'Puntos',
      'Referencia',
    ],
    movements
      .toReversed()
      .map((movement) => [
        shortDate(movement.datetime),
        timeOfDay(movement.datetime),
        movement.branchName,
        productName(movement.product),
        movement.plate,
        decimalCell(movement.millilitres, 3),
        CURRENCY_SIGNS[movement.currency],
        decimalCell(movement.discount, 2),
        decimalCell(movement.amount, 2),
        integerCell(movement.points),
        movement.rrn,
      ]),
  )

const CURRENCY_SIGNS: Record<Currency, string> = { '858': '$', '840': 'US$' }

const sum = (movements: readonly Movement[], of: (movement: Movement) => number): number =>
  movements.reduce((total, movement) => total + of(movement), 0)

/** The sum in each currency that occurs; zero pesos without a purchase. */
function amountText(movements: readonly Movement[], of: (movement: Movement) => number): string {
  const currencies = new Set(movements.map(({ currency }) => currency))
  if (currencies.size === 0) return money(0)
  return [...currencies]
    .map((currency) =>
      money(
        sum(
          movements.filter((one) => one.currency === currency),
          of,
        ),
        currency,
      ),
    )
    .join(' + ')
}
