import { DAY_MS } from '#contract/dates.ts'
import type { CheckedItem, Rejection, ReportedItem } from '#contract/entities/reportedItem.ts'
import { fitsLitres } from '#contract/entities/saleLine.ts'

export const MINUTE_MS = 60_000
/** How far the clock of a till may be ahead. */
export const AHEAD_MS = 10 * MINUTE_MS
export const OLDEST_MS = 400 * DAY_MS

/** The item, or its rejection for what no schema of a field can tell. */
export function checkItem(item: CheckedItem, now: Date): ReportedItem | Rejection {
  if (item.kind === 'rejected') return item
  const age = now.getTime() - Date.parse(item.datetime)
  if (age < -AHEAD_MS) return { kind: 'rejected', field: 'datetime', reason: 'future' }
  if (age > OLDEST_MS) return { kind: 'rejected', field: 'datetime', reason: 'too_old' }
  if (item.kind !== 'sale') return item
  const sum = (all: readonly { amount: number }[]) => all.reduce((to, one) => to + one.amount, 0)
  const wrong = item.lines.findIndex((line) => !fitsLitres(line))
  if (wrong >= 0)
    return { kind: 'rejected', field: `lines.${wrong}.amount`, reason: 'amount_differs' }
  // Nothing is owed for more than was bought; other payments that differ hold the points of the sale.
  if (sum(item.payments.filter(({ means }) => means === 'account')) <= sum(item.lines)) return item
  return { kind: 'rejected', field: 'payments', reason: 'exceeds_sale' }
}
