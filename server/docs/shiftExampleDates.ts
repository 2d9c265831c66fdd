import { dayOf } from '#contract/dates.ts'

const DAY = 86_400_000
/** The day on which exampleAnswers.json is recorded: the fixed date of the test server. */
const RECORDED_ON = new Date('2026-09-07T15:00:00Z')
const dayNumber = (instant: Date) => {
  const { year, month, day } = dayOf(instant)
  return Date.UTC(year, month - 1, day) / DAY
}

/**
 * Examples are written on the day of the tests' town; shown, their dates are as far from today. A
 * birthdate stays where it is.
 */
export function shiftExampleDates<T>(now: Date, example: T): T {
  const days = dayNumber(now) - dayNumber(RECORDED_ON)
  const move = (_: string, year: string, dash: string, month: string, day: string) => {
    const moved = new Date(Date.UTC(+year, +month - 1, +day + days)).toISOString().slice(0, 10)
    return dash ? moved : moved.replaceAll('-', '')
  }
  return JSON.parse(JSON.stringify(example), (key, value: unknown) =>
    typeof value === 'string' && key !== 'birthdate'
      ? value.replace(/^(20\d\d)(-?)(\d\d)\2(\d\d)(?=$|T|\d{6}$)/, move)
      : value,
  ) as T
}
