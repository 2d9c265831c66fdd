import { DAY_MS, dayOf } from '#contract/dates.ts'
import { LOCALE } from '#kit/format/format.ts'

let relative: Intl.RelativeTimeFormat | undefined

/** The calendar days from the day of a stamp to today in Montevideo. */
export function daysSince(stamp: string, now: Date): number {
  const { year, month, day } = dayOf(now)
  const then = Date.UTC(+stamp.slice(0, 4), +stamp.slice(4, 6) - 1, +stamp.slice(6, 8))
  return (Date.UTC(year, month - 1, day) - then) / DAY_MS
}

/** How long ago the day of a stamp was: `hoy`, `ayer`, `hace 3 días`; from 60 days on in months. */
export function age(stamp: string, now: Date): string {
  relative ??= new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
  // A device whose clock is behind must not announce a request for tomorrow.
  const days = Math.max(0, daysSince(stamp, now))
  return days < 60
    ? relative.format(-days, 'day')
    : relative.format(-Math.floor(days / 30), 'month')
}
