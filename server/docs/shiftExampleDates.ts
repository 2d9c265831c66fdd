import { DAY_MS, dayOf } from '#contract/dates.ts'

/** Date of the examples: exampleAnswers.json is recorded on a test server with this fixed date. */
const RECORDED_ON = new Date('2026-09-07T15:00:00Z')
const dayNumber = (instant: Date) => {
  const { year, month, day } = dayOf(instant)
  return Date.UTC(year, month - 1, day) / DAY_MS
}

/**
 * Moves the dates of an example by the days between its recording and `now`; birthdates stay.
 * Dates are strings that begin with `yyyyMMdd` or `yyyy-MM-dd`, alone or before a time.
 */
export function shiftExampleDates<T>(now: Date, example: T): T {
  const days = dayNumber(now) - dayNumber(RECORDED_ON)
  const shift = (_: string, year: string, dash: string, month: string, day: string) => {
    const shifted = new Date(Date.UTC(+year, +month - 1, +day + days)).toISOString().slice(0, 10)
    return dash ? shifted : shifted.replaceAll('-', '')
  }
  return JSON.parse(JSON.stringify(example), (key, value: unknown) =>
    typeof value === 'string' && key !== 'birthdate'
      ? value.replace(/^(20\d\d)(-?)(\d\d)\2(\d\d)(?=$|T|\d{6}$)/, shift)
      : value,
  ) as T
}
