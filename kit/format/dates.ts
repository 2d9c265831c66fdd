import { DAY_MS, dayOf, shortDate } from '#contract/dates.ts'

/*
 * Formats of dates for Uruguay. A stamp is Montevideo's local time: its parts are cut out, never
 * converted to another zone.
 */

export const timeOfDay = (stamp: string): string => `${stamp.slice(8, 10)}:${stamp.slice(10, 12)}`

/** A stamp as `07/09/2026 14:32`. */
export const dateAndTime = (stamp: string): string => `${shortDate(stamp)} ${timeOfDay(stamp)}`

// Constants: to make one format of `Intl` takes a slow phone longer than drawing a list of dates.
const WEEKDAYS = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const
const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'setiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** The date of a stamp, or of `yyyyMMdd`, as midnight UTC. */
const calendar = (stamp: string): Date =>
  new Date(Date.UTC(+stamp.slice(0, 4), +stamp.slice(4, 6) - 1, +stamp.slice(6, 8)))

/** A stamp or a wire date as `7 de setiembre de 2026`. */
export const longDate = (stamp: string): string => `${dayAndMonth(stamp)} de ${stamp.slice(0, 4)}`

const dayAndMonth = (stamp: string): string => `${+stamp.slice(6, 8)} de ${monthName(stamp)}`

const monthName = (stamp: string): string => MONTHS[+stamp.slice(4, 6) - 1] ?? ''

/** A wire month `yyyyMM` as `setiembre de 2026`. */
export const longMonth = (month: string): string => `${monthName(month)} de ${month.slice(0, 4)}`

/** A wire month `yyyyMM` as `Setiembre de 2026`, the heading of its entries. */
export const monthHeading = (month: string): string =>
  longMonth(month).replace(/./, (first) => first.toUpperCase())

/** A wire month `yyyyMM` as `set`, for a chart. */
export const shortMonth = (month: string): string => monthName(month).slice(0, 3)

/** The calendar days from the day of a stamp to today in Montevideo. */
export function daysSince(stamp: string, now: Date): number {
  const { year, month, day } = dayOf(now)
  return (Date.UTC(year, month - 1, day) - calendar(stamp).getTime()) / DAY_MS
}

/**
 * The heading of the entries of one day: `Hoy`, `Ayer`, `Lunes 7 de setiembre`; with the year when
 * it is not the current one.
 */
export function dayHeading(stamp: string, now: Date): string {
  const day = calendar(stamp)
  const ago = daysSince(stamp, now)
  if (ago === 0) return 'Hoy'
  if (ago === 1) return 'Ayer'
  if (day.getUTCFullYear() !== dayOf(now).year) return longDate(stamp)
  return `${WEEKDAYS[day.getUTCDay()]} ${dayAndMonth(stamp)}`
}

/** The day of a stamp beside its number: `hoy`, `ayer`, `lun`. */
export const shortDay = (stamp: string, now: Date): string =>
  ([0, 1].includes(daysSince(stamp, now))
    ? dayHeading(stamp, now)
    : (WEEKDAYS[calendar(stamp).getUTCDay()] ?? '').slice(0, 3)
  ).toLowerCase()

/** The day of a stamp in short form: `Hoy`, `Ayer`, `07/09/2026`. */
export const nearDay = (stamp: string, now: Date): string =>
  [0, 1].includes(daysSince(stamp, now)) ? dayHeading(stamp, now) : shortDate(stamp)
