import { withOurServer } from '#bench/measuredProcess.ts'
import { atLeast, known, medians, type Report } from '#bench/report.ts'
import { median, rounds } from '#bench/rounds.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { audit, launchForLighthouse, signInForLighthouse } from '#testing/browser/lighthouse.ts'

const ROUNDS = 3
const SIGNED_IN = ['/main', '/payment', '/map'] as const
const BOUNDS = { performance: 95, accessibility: 100, 'best-practices': 100 }
const CATEGORIES = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]

/** Lighthouse with its mobile profile on the open routes and on the routes a driver opens most. */
export const benchLighthouse = (): Promise<Report> =>
  withOurServer(async (app) => {
    const browser = await launchForLighthouse()
    try {
      const page = await browser.newPage()
      const measure = (routes: readonly string[], isSignedIn: boolean) => {
        const run = (route: string) => async () => {
          const { scores, largestPaint, blockingTime } = await audit(
            page,
            app + route,
            CATEGORIES,
            isSignedIn,
          )
          return { ...scores, largestPaint, blockingTime }
        }
        const contestants = routes.map((route) => [route, run(`#${route}`)] as const)
        return rounds(ROUNDS, Object.fromEntries(contestants))
      }
      const open = await measure(OPEN_PAGES, false)
      await signInForLighthouse(page, app.slice(0, -1), 'ana')
      const measured = { ...open, ...(await measure(SIGNED_IN, true)) }
      return {
        name: 'lighthouse',
        title: 'Lighthouse: the app on a phone',
        lines: Object.entries(measured).flatMap(
          ([route, { largestPaint, blockingTime, ...more }]) => [
            ...CATEGORIES.map((category) =>
              atLeast(
                `${route}: ${category}`,
                BOUNDS[category],
                median(more[category] ?? []),
                String,
              ),
            ),
            known(
              `${route}: largest contentful paint, blocking time`,
              medians(largestPaint, blockingTime),
            ),
          ],
        ),
        how: [
          `Median of ${ROUNDS} runs of Lighthouse 13 with its mobile profile: 1.6 Mbps, 150 ms and a processor 4 times slower, simulated from the trace of an unthrottled load.`,
          'The open routes are loaded with an empty cache; main, payment and map after a login, with the files that it has left in the HTTP cache.',
          'Other load on the machine lengthens the tasks of the trace, and with them the blocking time, which is 30 % of the performance.',
        ],
      }
    } finally {
      await browser.close()
    }
  })
