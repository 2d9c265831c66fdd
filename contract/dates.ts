/**
 * The wire's dates: digits without separators, in the network's own time zone.
 * The zone has no daylight saving today; Intl knows the years when it had.
 */
export const TIME_ZONE = 'America/Montevideo'

/** The oldest `lastUpdate`: everything has changed since. */
export const FIRST_UPDATE = '19900101000000'
/** Default history window, in days, ending today. */
export const HISTORY_DAYS = 90

// Sweden writes the year first and all digits in full: the stamp's own order.
const makeWall = () =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIME_ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
/** Made when a stamp is first asked for: a cheap phone takes 40 ms over it, which login need not wait for to be drawn. */
let wall: Intl.DateTimeFormat | undefined

/** An instant as `yyyyMMddHHmmss` on Montevideo's clocks. */
export function toStamp(instant: Date): string {
  wall ??= makeWall()
  return wall.format(instant).replaceAll(/\D/g, '')
}

/** An instant as the request header's `yyyy-MM-dd HH:mm:ss` on Montevideo's clocks. */
export function toHeaderTime(instant: Date): string {
  const [, y, m, d, H, M, S] = /^(....)(..)(..)(..)(..)(..)$/.exec(toStamp(instant)) ?? []
  return `${y}-${m}-${d} ${H}:${M}:${S}`
}

/**
 * The instant of a `yyyyMMddHHmmss` stamp, or of `yyyy-MM-dd HH:mm:ss`.
 * @returns null when it is not a date of the calendar or a time of the day
 */
export function fromStamp(stamp: string): Date | null {
  const asUtc = readWall(stamp)
  if (asUtc === null) return null
  // The offset is looked up at the guess itself; a second look settles days on which clocks moved.
  const first = asUtc - offset(new Date(asUtc))
  return new Date(asUtc - offset(new Date(first)))
}

/** Whether `fromStamp` reads it: asking the zone costs more than everything else in a call's header. */
export const isStamp = (text: string): boolean => readWall(text) !== null

/** What the clock on the wall says, as if the wall stood in Greenwich. */
function readWall(stamp: string): number | null {
  const parts = /^(\d{4})-?(\d\d)-?(\d\d) ?(\d\d):?(\d\d):?(\d\d)$/.exec(stamp)
  if (!parts) return null
  const [y, m, d, H, M, S] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const asUtc = Date.UTC(y, m - 1, d, H, M, S)
  const read = new Date(asUtc)
  if (read.getUTCMonth() !== m - 1 || read.getUTCDate() !== d || H > 23 || M > 59 || S > 59)
    return null
  return asUtc
}

/** Clocks are moved at a quarter of an hour, if at all: within one, the zone need not be asked again. */
const QUARTER = 15 * 60_000
const known = new Map<number, number>()

/** Montevideo's distance from UTC at an instant, in milliseconds (negative: west of Greenwich). */
function offset(instant: Date): number {
  const quarter = Math.floor(instant.getTime() / QUARTER)
  const kept = known.get(quarter)
  if (kept !== undefined) return kept
  if (known.size >= 1_000) known.clear()
  const asked = askedOffset(instant)
  known.set(quarter, asked)
  return asked
}
function askedOffset(instant: Date): number {
  const [, y, m, d, H, M, S] = (/^(....)(..)(..)(..)(..)(..)$/.exec(toStamp(instant)) ?? []).map(
    Number,
  )
  const local = Date.UTC(y ?? 0, (m ?? 1) - 1, d, H, M, S)
  return local - Math.floor(instant.getTime() / 1000) * 1000
}

/** A calendar day as the date filter holds it: month counted from 1. */
export interface Day {
  day: number
  month: number
  year: number
}
/** The period of a list: both days belong to it. */
export interface DateFilter {
  dateFrom: Day
  dateTo: Day
}

/** The day it is in Montevideo at an instant. */
export function dayOf(instant: Date): Day {
  const stamp = toStamp(instant)
  return { year: +stamp.slice(0, 4), month: +stamp.slice(4, 6), day: +stamp.slice(6, 8) }
}

/** The default filter: the last 90 days up to today. */
export function lastDays(now: Date, days: number = HISTORY_DAYS): DateFilter {
  return { dateFrom: dayOf(new Date(now.getTime() - days * 86_400_000)), dateTo: dayOf(now) }
}

/** The wire's range of a filter: its first day from 000000 to its last day's 235959. */
export const toRange = ({ dateFrom, dateTo }: DateFilter) => ({
  dateFrom: `${digits(dateFrom)}000000`,
  dateTo: `${digits(dateTo)}235959`,
})
const digits = ({ year, month, day }: Day) =>
  `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
