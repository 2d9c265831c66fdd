import { DAY_MS } from '#contract/dates.ts'
import { fitsLitres } from '#contract/entities/fuelAmount.ts'
import type { CheckedItem, Rejection, ReportedItem } from '#contract/entities/reportedItem.ts'

const MINUTE_MS = 60_000
/** How far the clock of a till may be ahead. */
const AHEAD_MS = 10 * MINUTE_MS
const OLDEST_MS = 400 * DAY_MS
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
  const wrong = item.lines.findIndex((line) => !fitsLitres(line))
  if (wrong < 0) return item
  return { kind: 'rejected', field: `lines.${wrong}.amount`, reason: 'amount_differs' }
}
