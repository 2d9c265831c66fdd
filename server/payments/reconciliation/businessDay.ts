import { fromStamp, toStamp } from '#contract/dates.ts'

const HOUR = 3_600_000
/** A day is compared from 03:00 of the next one on: until 02:00 its charges may still be voided. */
const SETTLED_AT = 3 * HOUR
/** Days that are caught up with after a long absence. */
const MOST_DAYS = 7

/** The business day of an instant, `yyyyMMdd` in Montevideo. */
export const businessDay = (instant: Date): string => toStamp(instant).slice(0, 8)

/** A day from its first instant to the first of the next. */
export function spanOfDay(day: string): { from: Date; until: Date } {
  const from = startOf(day)
  // Noon of the day after, whatever the clocks did in between.
  return { from, until: startOf(businessDay(new Date(from.getTime() + 36 * HOUR))) }
}

/** The days that may be compared by now, the oldest first. */
export function daysDue(now: Date): string[] {
  const days: string[] = []
  let day = businessDay(new Date(now.getTime() - SETTLED_AT))
  for (let back = 0; back < MOST_DAYS; back += 1) {
    day = businessDay(new Date(startOf(day).getTime() - 12 * HOUR))
    days.unshift(day)
  }
  return days
}

function startOf(day: string): Date {
  const start = fromStamp(`${day}000000`)
  if (!start) throw new RangeError(`${day} is not a day`)
  return start
}
