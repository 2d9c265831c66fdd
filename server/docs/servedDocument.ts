import { DAY_MS, dayOf } from '#contract/dates.ts'
import { DEMO_PASSWORD, DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import type { Config } from '#server/config.ts'

/** In the document of the build, the public address of the server. */
export const SERVER = 'SERVER'
/** In the document of the build, the address of the gateway's pages. */
export const GATEWAY_PAGES = 'GATEWAY_PAGES'
/** In the document of the build, the setting of that name. */
export const CALLS_PER_MINUTE = 'CALLS_PER_MINUTE'

/** Texts of the demo people, and what production shows in their place. */
const DEMO_TEXTS: [demo: string, shown: string][] = [
  [DEMO_PASSWORD, 'your-password'],
  [DEMO_SECOND_FACTOR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'],
  // The examples shorten it where it is a part of an address.
  [DEMO_SECOND_FACTOR.slice(0, 12), 'ABCDEFGHIJKL'],
  ['demo.surtidor.uy', 'example.com'],
  ['as a person of the demo data', 'with your account'],
]

/**
 * The document of the build as one server shows it.
 * @param built the document as JSON
 * @param now date to which the examples are shifted
 */
export function servedDocument(
  built: string,
  {
    publicUrl,
    gateway,
    callsPerMinute,
    production,
  }: Pick<Config, 'publicUrl' | 'callsPerMinute' | 'production'> & {
    gateway: Pick<Config['gateway'], 'pagesUrl'>
  },
  now: Date,
): object {
  const settings = [
    [CALLS_PER_MINUTE, String(callsPerMinute)],
    [GATEWAY_PAGES, gateway.pagesUrl],
    [SERVER, publicUrl],
  ]
  const text = [...(production ? DEMO_TEXTS : []), ...settings].reduce(
    (shown, [from = '', to = '']) => shown.replaceAll(from, to),
    built,
  )
  return shiftExampleDates(now, JSON.parse(text) as object)
}

/** Date of the examples: exampleAnswers.json is recorded on a test server with this fixed date. */
export const RECORDED_ON = new Date('2026-09-07T15:00:00Z')
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
      ? value.replace(/^(20\d\d)(-?)(\d\d)\2(\d\d)(?=$|[T ]|\d{6}$)/, shift)
      : value,
  ) as T
}
