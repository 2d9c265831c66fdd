import { DAY_MS } from '#contract/dates.ts'
import type { CheckedItem, Rejection, ReportedItem } from '#contract/entities/reportedItem.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'

const MINUTE_MS = 60_000
/** How far the clock of a till may be ahead. */
const AHEAD_MS = 10 * MINUTE_MS
const OLDEST_MS = 400 * DAY_MS
/** Pumps show hundredths of a litre: a line may differ by the price of half of one. */
const ROUNDED_MILLILITRES = 5

const isFuel = (code: string) => PRODUCTS.some((product) => product.isFuel && product.code === code)

/** The item, or its rejection for what no schema of a field can tell. */
export function checkItem(item: CheckedItem, now: Date): ReportedItem | Rejection {
  if (item.kind === 'rejected') return item
  const age = now.getTime() - Date.parse(item.datetime)
  if (age < -AHEAD_MS) return { kind: 'rejected', field: 'datetime', reason: 'future' }
  if (age > OLDEST_MS) return { kind: 'rejected', field: 'datetime', reason: 'too_old' }
  if (item.kind !== 'sale') return item
  const sum = (all: readonly { amount: number }[]) => all.reduce((to, one) => to + one.amount, 0)
  if (sum(item.payments.filter(({ means }) => means === 'account')) > sum(item.lines))
    return { kind: 'rejected', field: 'payments', reason: 'exceeds_sale' }
  const wrong = item.lines.findIndex(
    ({ product, millilitres, unitPrice, amount }) =>
      isFuel(product) &&
      Math.abs((unitPrice * millilitres) / 1000 - amount) >
        (unitPrice * ROUNDED_MILLILITRES) / 1000 + 1,
  )
  if (wrong < 0) return item
  return { kind: 'rejected', field: `lines.${wrong}.amount`, reason: 'amount_differs' }
}
