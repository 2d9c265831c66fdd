import type { ObjectValue } from '#contract/console/objectPage.ts'
import { type Currency, DOLLARS, PESOS, type Sum } from '#contract/money.ts'
import type { ReportRow } from '#contract/operator/monthReport.ts'

type ReportFigures = Omit<ReportRow, 'id' | 'name'>

/** A figure of the report: a column of its table and of its file, and a choice of its chart. */
export interface ReportColumn {
  /** Its name in the address. */
  key: string
  /** The heading of several columns. */
  group: string
  name: string
  /** The figure of a row; undefined where such rows have none. Points that left are above 0. */
  value: (row: ReportFigures) => ObjectValue | undefined
}

const count = (figure: number | null) => (figure === null ? undefined : { count: figure })
/** Points that left members' accounts; those of the wire are negative. */
const left = (figure: number | null) => count(figure && -figure)
const amount = (sums: readonly Sum[] | null, currency: Currency) =>
  sums ? { currency, cents: centsOf(sums, currency) } : undefined
const centsOf = (sums: readonly Sum[], currency: Currency) =>
  sums.find((sum) => sum.currency === currency)?.cents ?? 0

const SALES = 'Ventas'
const POINTS = 'Puntos'
const PAYMENTS = 'Pagos con la app'

/** The columns of a report: those that its rows have, of dollars only where there are any. */
export function reportColumns(total: ReportFigures): ReportColumn[] {
  const inEach = (
    key: 'sold' | 'paid' | 'refunded',
    group: string,
    name: string,
  ): ReportColumn[] => [
    { key, group, name: `${name} $`, value: (row) => amount(row[key], PESOS) },
    ...(total[key]?.some(({ currency }) => currency === DOLLARS)
      ? [
          {
            key: `${key}Dollars`,
            group,
            name: `${name} US$`,
            value: (row: ReportFigures) => amount(row[key], DOLLARS),
          },
        ]
      : []),
  ]
  const points = (
    key: keyof ReportFigures,
    name: string,
    value: ReportColumn['value'],
  ): ReportColumn => ({ key, group: POINTS, name, value })
  const all: ReportColumn[] = [
    { key: 'sales', group: SALES, name: 'Cantidad', value: ({ sales }) => count(sales) },
    {
      key: 'millilitres',
      group: SALES,
      name: 'Litros',
      value: ({ millilitres }) => ({ millilitres }),
    },
    ...inEach('sold', SALES, 'Importe'),
    points('earned', 'Dados', ({ earned }) => count(earned)),
    points('reversed', 'Anulados', ({ reversed }) => left(reversed)),
    points('redeemed', 'Canjeados', ({ redeemed }) => left(redeemed)),
    points('expired', 'Vencidos', ({ expired }) => left(expired)),
    points('other', 'Ajustes', ({ other }) => count(other)),
    points('owed', 'Debidos', ({ owed }) => count(owed)),
    ...inEach('paid', PAYMENTS, 'Cobrado'),
    ...inEach('refunded', PAYMENTS, 'Devuelto'),
  ]
  return all.filter(({ value }) => value(total) !== undefined)
}
