import { daysSince, LOCALE } from '#kit/format/format.ts'

let relative: Intl.RelativeTimeFormat | undefined

/** How long ago the day of a stamp was: `hoy`, `ayer`, `hace 3 días`; from 60 days on in months. */
export function age(stamp: string, now: Date): string {
  relative ??= new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
  // A device whose clock is behind must not announce a request for tomorrow.
  const days = Math.max(0, daysSince(stamp, now))
  return days < 60
    ? relative.format(-days, 'day')
    : relative.format(-Math.floor(days / 30), 'month')
}
