import type { DateFilter } from '#contract/dates.ts'
import type { AccountState, MonthOfProduct } from '#contract/entities/movement.ts'
import { PRODUCTS, productName } from '#contract/reference/stationServices.ts'
import type { Bar } from '#kit/chart/chartScale.ts'
import { longMonth, shortMonth } from '#kit/format/dates.ts'

/** Totals of a period. Each purchase, and each month of a product, has these fields. */
export interface Totals {
  /** Millilitres of fuel. */
  millilitres: number
  /** Cents paid, after discounts. */
  amount: number
  /** Cents of discount. */
  discount: number
  /** Points granted by the purchases. */
  points: number
}

/** Name of `Totals.points`, which are not all points of a period: payments give some, too. */
export const POINTS_OF_PURCHASES = 'Puntos por compras'

export function totalsOf(parts: readonly Totals[]): Totals {
  const totals: Totals = { millilitres: 0, amount: 0, discount: 0, points: 0 }
  for (const part of parts) {
    totals.millilitres += part.millilitres
    totals.amount += part.amount
    totals.discount += part.discount
    totals.points += part.points
  }
  return totals
}

/**
 * The points of a period by kind, and their sum: the difference of its balances. The screen, the PDF and
 * the CSV show these and no others.
 */
export function pointFigures({ openingPoints, closingPoints, pointTotals }: AccountState) {
  const { earned = 0, redeemed = 0, reversed = 0, expired, other = 0 } = pointTotals ?? {}
  return [
    pointTotals && { name: 'Ganados', points: earned },
    pointTotals && { name: 'Canjeados', points: redeemed },
    pointTotals && { name: 'Anulados', points: reversed },
    !!expired && { name: 'Vencidos', points: expired },
    other !== 0 && {
      name: expired === undefined ? 'Vencidos, ajustes y otros' : 'Ajustes y otros',
      points: other,
    },
    { name: 'Diferencia', points: closingPoints - openingPoints },
  ].filter((figure) => !!figure)
}

interface FuelChart {
  series: string[]
  bars: Bar[]
}

/**
 * The fuels bought in a period, in the order of the contract's list, by month from the first
 * purchase to the end of the period; null when none was bought.
 */
export function fuelChart(
  months: readonly MonthOfProduct[],
  { dateTo }: DateFilter,
): FuelChart | null {
  const fuels = months.filter(({ millilitres }) => millilitres > 0)
  const first = fuels.map(({ month }) => month).toSorted()[0]
  if (first === undefined) return null
  const products = new Set(fuels.map(({ product }) => product))
  const inOrder = PRODUCTS.map(({ code }) => code as string).filter((code) => products.delete(code))
  const codes = [...inOrder, ...products]
  const bars = monthsFrom(first, dateTo).map((month) => ({
    label: shortMonth(month),
    name: longMonth(month),
    values: codes.map((code) =>
      fuels
        .filter((fuel) => fuel.month === month && fuel.product === code)
        .reduce((sum, { millilitres }) => sum + millilitres, 0),
    ),
  }))
  return { series: codes.map(productName), bars }
}

/** Months `yyyyMM`, both ends included. */
function monthsFrom(first: string, until: { year: number; month: number }): string[] {
  const start = Number(first.slice(0, 4)) * 12 + Number(first.slice(4)) - 1
  const end = until.year * 12 + until.month - 1
  return Array.from({ length: Math.max(end - start, 0) + 1 }, (_, index) => {
    const month = start + index
    return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`
  })
}
