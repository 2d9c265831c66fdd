import { costOf } from '#app/features/stations/tank.ts'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { monthsLater } from '#contract/entities/loyalty.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'
import type { Step } from '#kit/chart/stepScale.ts'

/** The days for which a price without a last day is drawn when it begins today or later. */
const OPEN_DAYS = 30

/** A date `yyyyMMdd` in days since 1970. */
export const dayNumber = (date: string): number =>
  Date.UTC(+date.slice(0, 4), +date.slice(4, 6) - 1, +date.slice(6, 8)) / DAY_MS

/**
 * The prices of one product as steps over days. Days that no row covers belong to no step; a row ends
 * where the next one begins.
 * @param rows the oldest first
 */
export function priceSteps(rows: readonly OfficialPrice[], now: Date): Step[] {
  const today = dayNumber(toDate(now))
  return rows.map(({ price, validFrom, validTo }, index) => {
    const from = dayNumber(validFrom)
    const following = rows[index + 1]
    const ends = [validTo && dayNumber(validTo) + 1, following && dayNumber(following.validFrom)]
    const known = ends.filter((end) => typeof end === 'number')
    const to = known.length > 0 ? Math.min(...known) : Math.max(today + 1, from + OPEN_DAYS)
    return { from, to: Math.max(to, from), value: price, isPlanned: from > today }
  })
}

/** The price in cents on a day `yyyyMMdd`; null when no row covers it. */
export function priceOn(rows: readonly OfficialPrice[], date: string): number | null {
  const begun = rows.findLast(({ validFrom }) => validFrom <= date)
  return begun && (begun.validTo === '' || begun.validTo >= date) ? begun.price : null
}

/** What a tank cost on this day of last year, in cents; null when the price of that day is not known. */
export function tankYearAgo(
  rows: readonly OfficialPrice[],
  millilitres: number,
  now: Date,
): { date: string; cost: number } | null {
  const date = monthsLater(now, -12)
  const price = priceOn(rows, date)
  return price === null ? null : { date, cost: costOf(price, millilitres) }
}
