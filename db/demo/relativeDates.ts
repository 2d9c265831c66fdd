import { DAY_MS, dayOf, fromStamp, toDate } from '#contract/dates.ts'

export type RelativeDates = ReturnType<typeof relativeDates>

/**
 * Dates of the demo data, counted back from its day, in the time zone America/Montevideo. Only the
 * day of `now` counts, so that the hour at which the data is made does not change it.
 */
export function relativeDates(now: Date) {
  const { year, month, day } = dayOf(now)
  const utcDate = (...parts: [number, number, number]) =>
    new Date(Date.UTC(...parts)).toISOString().slice(0, 10)
  const date = (daysAgo: number) => utcDate(year, month - 1, day - daysAgo)
  const midnight = midnightOf(date(0)).getTime()
  return {
    /**
     * The instant of a wall time `daysAgo` days before; negative values are days after. The zone has
     * had no daylight saving since 2015, so that every day has 24 hours.
     */
    at: (daysAgo: number, hour = 12, minute = 0, second = 0) =>
      new Date(midnight - daysAgo * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000),
    /** That day as `yyyy-MM-dd`. */
    date,
    /** The day of an instant as `yyyy-MM-dd`. */
    dayOf: (instant: Date) => toDate(instant).replace(/^(....)(..)(..)$/, '$1-$2-$3'),
    /** Midnight of the first day of the month, `monthsAgo` months before. */
    monthStart: (monthsAgo: number) => midnightOf(utcDate(year, month - 1 - monthsAgo, 1)),
  }
}

function midnightOf(date: string): Date {
  const midnight = fromStamp(`${date} 00:00:00`)
  if (!midnight) throw new RangeError(`${date} is not a day`)
  return midnight
}
