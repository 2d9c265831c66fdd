import { dayHeading, daysSince, timeOfDay } from '#kit/format/dates.ts'
import { LOCALE, lazily } from '#kit/format/numbers.ts'

const RELATIVE = lazily(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }))

/** How long ago the day of a stamp was: `hoy`, `ayer`, `hace 3 días`; from 60 days on in months. */
export function age(stamp: string, now: Date): string {
  // A device whose clock is behind must not announce a request for tomorrow.
  const days = Math.max(0, daysSince(stamp, now))
  return days < 60
    ? RELATIVE().format(-days, 'day')
    : RELATIVE().format(-Math.floor(days / 30), 'month')
}

/**
 * When data were received: `actualizado a las 14:32`, `actualizado ayer a las 14:32`, `actualizado
 * el lunes 7 de setiembre a las 14:32`.
 */
export function updatedText(stamp: string, now: Date): string {
  const time = `a las ${timeOfDay(stamp)}`
  const days = daysSince(stamp, now)
  // Below 0 the clock was set back since.
  if (days <= 0) return `actualizado ${time}`
  const heading = dayHeading(stamp, now)
  const day = heading.charAt(0).toLowerCase() + heading.slice(1)
  return `actualizado ${days === 1 ? day : `el ${day}`} ${time}`
}
