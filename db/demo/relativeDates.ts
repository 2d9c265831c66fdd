import { DAY_MS, dayOf, fromStamp } from '#contract/dates.ts'

/** Dates of the demo data, counted back from its day, in the time zone America/Montevideo. */
export interface RelativeDates {
  /** The instant of a wall time `daysAgo` days before; negative values are days after. */
  at(daysAgo: number, hour?: number, minute?: number, second?: number): Date
  /** That day as `yyyy-MM-dd`. */
  date(daysAgo: number): string
  /** Midnight of the first day of the month, `monthsAgo` months before. */
  monthStart(monthsAgo: number): Date
}

/** Only the day of `now` counts, so that the hour at which the data is made does not change it. */
export function relativeDates(now: Date): RelativeDates {
  const today = dayOf(now)
  const date = (daysAgo: number) =>
    new Date(Date.UTC(today.year, today.month - 1, today.day - daysAgo)).toISOString().slice(0, 10)
  const midnight = midnightOf(date(0)).getTime()
  return {
    // The zone has had no daylight saving since 2015, so that every day has 24 hours.
    at: (daysAgo, hour = 12, minute = 0, second = 0) =>
      new Date(midnight - daysAgo * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000),
    date,
    monthStart: (monthsAgo) =>
      midnightOf(
        new Date(Date.UTC(today.year, today.month - 1 - monthsAgo, 1)).toISOString().slice(0, 10),
      ),
  }
}

function midnightOf(date: string): Date {
  const midnight = fromStamp(`${date} 00:00:00`)
  if (!midnight) throw new RangeError(`${date} is not a day`)
  return midnight
}
