import { withOurServer } from '#bench/measuredProcess.ts'
import { atLeast, known, medians, type Report, type ReportRow } from '#bench/report.ts'
import { median } from '#bench/rounds.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import {
  audit,
  type LighthouseResult,
  launchForLighthouse,
  signInForLighthouse,
} from '#testing/browser/lighthouse.ts'

const ROUNDS = 3
const SIGNED_IN = ['/main', '/payment', '/map'] as const
const CATEGORIES: Parameters<typeof audit>[2] = ['performance', 'accessibility', 'best-practices']

/** Lighthouse with its mobile profile on the open routes and on the routes a driver opens most. */
export const lighthouse = (): Promise<Report> =>
  withOurServer(async (app) => {
    const browser = await launchForLighthouse()
    try {
      const page = await browser.newPage()
      const lines: ReportRow[] = []
      const measure = async (route: string, isSignedIn: boolean) => {
        const results: LighthouseResult[] = []
        for (let round = 0; round < ROUNDS; round++)
          results.push(await audit(page, `${app}#${route}`, CATEGORIES, isSignedIn))
        lines.push(...rowsOf(route, results))
        const scores = results.map((one) => one.scores.performance)
        process.stderr.write(`${route} ${scores.join(' ')}\n`)
      }
      for (const route of OPEN_PAGES) await measure(route, false)
      await signInForLighthouse(page, app.slice(0, -1), 'ana')
      for (const route of SIGNED_IN) await measure(route, true)
      return {
        name: 'lighthouse',
        title: 'Lighthouse: the app on a phone',
        lines,
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

function rowsOf(route: string, results: readonly LighthouseResult[]): ReportRow[] {
  const row = (category: (typeof CATEGORIES)[number], bound: number) =>
    atLeast(
      `${route}: ${category}`,
      bound,
      median(results.map(({ scores }) => scores[category] ?? 0)),
      String,
    )
  return [
    row('performance', 95),
    row('accessibility', 100),
    row('best-practices', 100),
    known(
      `${route}: largest contentful paint, blocking time`,
      medians(
        results.map(({ largestPaint }) => largestPaint),
        results.map(({ blockingTime }) => blockingTime),
      ),
    ),
  ]
}
