/**
 * Dates of the wire: digits without separators, in the local time of Montevideo.
 * The zone has no daylight saving time since 2015; Intl knows the years in which it had.
 */
export const TIME_ZONE = 'America/Montevideo'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Default `lastUpdateData`: older than every reference list. */
export const FIRST_UPDATE = '19900101000000'
/** Default period of a list, in days, ending today. */
export const HISTORY_DAYS = 90

/** The last change of Montevideo's clocks (IANA tzdata); from it on they are three hours behind UTC. */
const FIXED_SINCE = Date.UTC(2015, 2, 8, 4)
const FIXED_OFFSET = -3 * HOUR_MS

/** Created on first use: it takes a slow phone 40 ms, and only instants before FIXED_SINCE need it. */
let stampFormat: Intl.DateTimeFormat | undefined

/** An instant as `yyyyMMddHHmmss` in Montevideo. */
export function toStamp(instant: Date): string {
  // Stryker disable next-line EqualityOperator, ConditionalExpression: the slower way gives the same stamp.
  if (instant.getTime() >= FIXED_SINCE)
    return new Date(instant.getTime() + FIXED_OFFSET)
      .toISOString()
      .replaceAll(/\D/g, '')
      .slice(0, 14)
  // The Swedish locale orders the fields as a stamp does: year first, all of them with leading zeros.
  stampFormat ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIME_ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return stampFormat.format(instant).replaceAll(/\D/g, '')
}

/** An instant as the request header's `yyyy-MM-dd HH:mm:ss` in Montevideo. */
export const toHeaderTime = (instant: Date): string =>
  toStamp(instant).replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3 $4:$5:$6')

/** The calendar date of an instant in Montevideo, as `yyyyMMdd`. */
export const toDate = (instant: Date): string => toStamp(instant).slice(0, 8)

/**
 * The instant of a `yyyyMMddHHmmss` or `yyyy-MM-dd HH:mm:ss` in Montevideo.
 * @returns null when it is not a date of the calendar with a time of the day
 */
export function fromStamp(stamp: string): Date | null {
  const localTime = parseLocalTime(stamp)
  if (localTime === null) return null
  // The first offset is that of the local time read as UTC, hours away from the instant. The second
  // is that of the instant itself: they differ on days on which the clocks changed.
  const estimate = localTime - offsetAt(new Date(localTime))
  return new Date(localTime - offsetAt(new Date(estimate)))
}

/** Whether `fromStamp` accepts the text, without the cost of the zone's offset. */
export const isStamp = (text: string): boolean => parseLocalTime(text) !== null

/** A local time in milliseconds, as if it were UTC; null when it is not valid. */
function parseLocalTime(stamp: string): number | null {
  const parts = /^(\d{4})-?(\d\d)-?(\d\d) ?(\d\d):?(\d\d):?(\d\d)$/.exec(stamp)
  if (!parts) return null
  const [y = 0, m = 0, d = 0, H = 0, M = 0, S = 0] = parts.slice(1).map(Number)
  const localTime = Date.UTC(y, m - 1, d, H, M, S)
  const read = new Date(localTime)
  // A day that its month lacks is one of another month.
  if (read.getUTCMonth() !== m - 1 || H > 23 || M > 59 || S > 59) return null
  return localTime
}

/** Offsets change only at a quarter of an hour, so that one value serves for each quarter. */
// Stryker disable next-line ArithmeticOperator: a shorter part of an hour has one offset too.
const QUARTER_MS = 15 * 60_000
/** Offsets by quarter of an hour since 1970. */
const offsetCache = new Map<number, number>()
const MAX_CACHED_OFFSETS = 1_000

/** Montevideo's offset from UTC at an instant, in milliseconds; negative, as it lies to the west. */
function offsetAt(instant: Date): number {
  // Stryker disable all: what is cached changes the time that it takes, not the offset.
  const quarter = Math.floor(instant.getTime() / QUARTER_MS)
  const cached = offsetCache.get(quarter)
  if (cached !== undefined) return cached
  if (offsetCache.size >= MAX_CACHED_OFFSETS) offsetCache.clear()
  // Stryker restore all
  const localTime = parseLocalTime(toStamp(instant)) ?? 0
  const offset = localTime - Math.floor(instant.getTime() / 1000) * 1000
  // Stryker disable next-line CallExpression: as above.
  offsetCache.set(quarter, offset)
  return offset
}

/** A calendar day of the date filter; months count from 1. */
export interface Day {
  day: number
  month: number
  year: number
}
/** The first instant of the day of an instant, in Montevideo. */
export const startOfDay = (instant: Date): Date => fromStamp(`${toDate(instant)}000000`) ?? instant

/** The period of a list; both days belong to it. */
export interface DateFilter {
  dateFrom: Day
  dateTo: Day
}

/** The calendar day of an instant in Montevideo. */
export function dayOf(instant: Date): Day {
  const date = toDate(instant)
  return { year: +date.slice(0, 4), month: +date.slice(4, 6), day: +date.slice(6, 8) }
}

/** The filter of the last days up to today; 90 unless another number is given. */
export function lastDays(now: Date, days: number = HISTORY_DAYS): DateFilter {
  return { dateFrom: dayOf(new Date(now.getTime() - days * DAY_MS)), dateTo: dayOf(now) }
}

/** The period of a filter as requests carry it: `yyyyMMdd000000` to `yyyyMMdd235959`. */
export const toRange = ({ dateFrom, dateTo }: DateFilter) => ({
  dateFrom: `${digits(dateFrom)}000000`,
  dateTo: `${digits(dateTo)}235959`,
})
const digits = ({ year, month, day }: Day) =>
  `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`

/** A stamp or a date `yyyyMMdd` as `07/09/2026`. */
export const shortDate = (stamp: string): string => `${dayAndMonth(stamp)}/${stamp.slice(0, 4)}`

/** The same as `07/09`. */
export const dayAndMonth = (stamp: string): string => `${stamp.slice(6, 8)}/${stamp.slice(4, 6)}`
