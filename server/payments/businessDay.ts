import { fromStamp, HOUR_MS, toDate } from '#contract/dates.ts'

/** A day is due at 03:00 of the next one: until 02:00 its charges may be voided (`docs/geopay.md`). */
const DUE_AFTER_MS = 3 * HOUR_MS
/** Until 02:00 of the next day a charge may be voided (`docs/geopay.md`, "Void window"). */
const VOIDABLE_MS = 2 * HOUR_MS
/** How many days back are reconciled after an interruption. */
const MAX_DAYS = 7

/** The half-open span of a business day (`yyyyMMdd` in Montevideo), from its first instant to the first of the next day. */
export function spanOfDay(day: string): { from: Date; until: Date } {
  const from = startOf(day)
  // About noon of the next day, also when a day has 23 or 25 hours.
  return { from, until: startOf(toDate(new Date(from.getTime() + 36 * HOUR_MS))) }
}

/** When the charge of an attempt that began then cannot be voided any more: a page is never charged earlier. */
export const voidableUntil = (createdAt: Date): Date =>
  new Date(spanOfDay(toDate(createdAt)).until.getTime() + VOIDABLE_MS)

/** The days that are due for reconciliation, the oldest first. */
export function daysDue(now: Date): string[] {
  const days: string[] = []
  let day = toDate(new Date(now.getTime() - DUE_AFTER_MS))
  for (let back = 0; back < MAX_DAYS; back += 1) {
    day = toDate(new Date(startOf(day).getTime() - 12 * HOUR_MS))
    days.unshift(day)
  }
  return days
}

function startOf(day: string): Date {
  const start = fromStamp(`${day}000000`)
  if (!start) throw new RangeError(`${day} is not a day`)
  return start
}
