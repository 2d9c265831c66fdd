import { isStamp, shortDate } from '#contract/dates.ts'
import { dateDigits } from '#contract/fields/birthdate.ts'

/** The limits of a day, as `yyyyMMdd`. */
export interface DayLimits {
  min?: string | undefined
  max?: string | undefined
}

/**
 * The day of a text as people write it: `7/9/2026`, `07-09-26`, `07092026` or `2026-09-07`. A year of two
 * digits is the one of this century, or of the last one where that is later than `max`.
 * @returns `yyyyMMdd`; empty when the text is no day of the calendar
 */
export function dayOfText(text: string, { max = '20601231' }: DayLimits = {}): string {
  const short = /^(\d{1,2}[/.\- ]\d{1,2}[/.\- ])(\d\d)$/.exec(text.trim())
  const [, dayAndMonth, year] = short ?? []
  const digits = dateDigits(dayAndMonth ? `${dayAndMonth}20${year}` : text)
  if (!/^[12]\d{7}$/.test(digits) || !isStamp(`${digits}000000`)) return ''
  return short && digits > max ? dayOfText(`${dayAndMonth}19${year}`) : digits
}

/** A day `yyyyMMdd` as `07/09/2026`; a text that is no day stays as it is. */
export function shownDay(text: string, limits?: DayLimits): string {
  const day = dayOfText(text, limits)
  return day === '' ? text : shortDate(day)
}

/**
 * Adds the slashes to digits typed in a row: a phone's numeric keyboard has none. A text that may begin
 * with a year waits for its month.
 */
export const withSlashes = (typed: string): string =>
  typed
    .replace(/^(19|20)(0[1-9]|1[0-2])(\d{1,4})$/, '$1/$2/$3')
    .replace(/^(0[1-9]|1[0-8]|2[1-9]|3[01])(\d{1,2})$/, '$1/$2')
    .replace(/^(\d\d\/\d\d)(\d{1,4})$/, '$1/$2')
    .replace(/^(0[1-9]|1[0-8]|2[1-9]|3[01])(\d\d)(\d{1,4})$/, '$1/$2/$3')

/** What is wrong with a typed day, as a sentence; undefined when nothing is. */
export function typedDayError(text: string, { min = '', max = '99999999' }: DayLimits) {
  const typed = text.trim()
  if (typed === '') return undefined
  const day = dayOfText(typed, { max })
  if (day === '')
    return /^[\d/.\- ]+$/.test(typed) && /\d{4}/.test(typed)
      ? `Ese día no existe: revisá ${typed}.`
      : 'Escribí el día así: día/mes/año, por ejemplo 07/09/2026.'
  if (day < min) return `Tiene que ser el ${shortDate(min)} o después.`
  if (day > max) return `Tiene que ser el ${shortDate(max)} o antes.`
  return undefined
}
