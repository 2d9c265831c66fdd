import { plainText } from '#app/features/stations/stationSearch.ts'
import { toStamp } from '#contract/dates.ts'

/** Days of the week from Monday, as a week is written here. */
const DAYS = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo']
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

/** Minutes of the week from Monday 0:00; `to` may lie in the next week. */
interface Interval {
  from: number
  to: number
}

/** Whether a station is open. Times are minutes of the day. */
type OpeningState =
  | { kind: 'open'; closesAt: number | null }
  | { kind: 'closed'; opensAt: number; inDays: number }
  /** The text of the hours is in no known form: nothing is claimed. */
  | { kind: 'unknown' }

const day = `(?:${DAYS.join('|')})s?`
const time = String.raw`(\d{1,2})(?::(\d{2}))?`
const SEGMENT = new RegExp(
  String.raw`^(todos los dias|${day}(?: a ${day}|(?:, ${day})*(?: y ${day})?)),? (?:las 24 horas|de ${time} a ${time})(?: ?h(?:s|oras)?\.?)?(?:, | y |; |\.?$)`,
)

/**
 * Reads the free text of `openingHours`: days, then hours, one or more times, as in `Lunes a sábado de
 * 6:00 a 22:00, domingos de 8:00 a 20:00`. Hours that end before they begin end on the next day.
 * @returns null when any part of the text is in another form
 */
export function parseOpeningHours(text: string): Interval[] | null {
  let rest = plainText(text.trim())
  const intervals: Interval[] = []
  while (rest !== '') {
    const found = SEGMENT.exec(rest)
    if (!found) return null
    const [segment, days = '', ...times] = found
    const span = times[0] === undefined ? [0, DAY_MINUTES] : minutesOf(times)
    if (!span) return null
    const [from = 0, to = 0] = span
    for (const one of daysOf(days))
      intervals.push({
        from: one * DAY_MINUTES + from,
        to: one * DAY_MINUTES + (to > from ? to : to + DAY_MINUTES),
      })
    rest = rest.slice(segment.length)
  }
  return intervals.length > 0 ? intervals : null
}

/** Beginning and end in minutes of the day; null for a time that no clock shows. */
function minutesOf(times: (string | undefined)[]): [number, number] | null {
  const [h1 = 0, m1 = 0, h2 = 0, m2 = 0] = times.map((part) => Number(part ?? 0))
  const from = h1 * 60 + m1
  const to = h2 * 60 + m2
  const valid = m1 < 60 && m2 < 60 && from < DAY_MINUTES && to <= DAY_MINUTES && from !== to
  return valid ? [from, to] : null
}

function daysOf(text: string): number[] {
  if (text.startsWith('todos')) return EVERY_DAY
  const named = (text.match(new RegExp(day, 'g')) ?? []).map((name) =>
    DAYS.findIndex((one) => name.startsWith(one)),
  )
  if (!text.includes(' a ')) return named
  const [first = 0, last = 0] = named
  return EVERY_DAY.slice(0, ((last - first + 7) % 7) + 1).map((step) => (first + step) % 7)
}

/** Whether a station with these hours is open now, in Montevideo. Holidays are not known. */
export function openingState(text: string, now: Date): OpeningState {
  const intervals = parseOpeningHours(text)
  if (!intervals) return { kind: 'unknown' }
  const minute = minuteOfWeek(now)
  const closing = closingAfter(intervals, minute)
  if (closing !== null)
    return {
      kind: 'open',
      closesAt: closing - minute >= DAY_MINUTES ? null : closing % DAY_MINUTES,
    }
  const waits = intervals.map(({ from }) => (from - minute + WEEK_MINUTES) % WEEK_MINUTES)
  const opening = minute + Math.min(...waits)
  const inDays = Math.floor(opening / DAY_MINUTES) - Math.floor(minute / DAY_MINUTES)
  return { kind: 'closed', opensAt: opening % DAY_MINUTES, inDays }
}

/** The end of the opening that contains a minute of the week, through openings that touch; null: none. */
function closingAfter(intervals: readonly Interval[], minute: number): number | null {
  let end = minute
  for (let extended = true; extended && end - minute < WEEK_MINUTES; ) {
    extended = false
    for (const { from, to } of intervals)
      for (const shift of [-WEEK_MINUTES, 0, WEEK_MINUTES])
        if (from + shift <= end && to + shift > end) {
          end = to + shift
          extended = true
        }
  }
  return end > minute ? end : null
}

/** Minutes since Monday 0:00 in Montevideo. */
function minuteOfWeek(now: Date): number {
  const stamp = toStamp(now)
  const part = (from: number, to: number) => Number(stamp.slice(from, to))
  const sunday = new Date(Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8))).getUTCDay()
  return ((sunday + 6) % 7) * DAY_MINUTES + part(8, 10) * 60 + part(10, 12)
}

const clock = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** The state in words: `Abierta hasta las 22:00`; null when it is unknown. */
export function openingText(state: OpeningState): string | null {
  if (state.kind === 'unknown') return null
  if (state.kind === 'open')
    return state.closesAt === null ? 'Abierta' : `Abierta hasta ${at(state.closesAt)}`
  const when = ['', 'mañana '][state.inDays] ?? `en ${state.inDays} días `
  return `Cerrada · abre ${when}a ${at(state.opensAt)}`
}

const at = (minutes: number) => `${Math.floor(minutes / 60) === 1 ? 'la' : 'las'} ${clock(minutes)}`
