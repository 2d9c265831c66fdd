import { join } from 'node:path'
import { BENCH_DATA, datasetOf, startCluster } from '#bench/datasets.ts'
import { startMeasuredProcess } from '#bench/measuredProcess.ts'
import { atLeast, known, milliseconds, type Report, type ReportRow } from '#bench/report.ts'
import { median } from '#bench/rounds.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import {
  audit,
  type LighthouseResult,
  launchForLighthouse,
  signInForLighthouse,
} from '#testing/browser/lighthouse.ts'
import { freePort } from '#testing/harness/freePort.ts'

const ROUNDS = 3
const DATASET = { drivers: 40, movements: 6_000 }
const SIGNED_IN = ['/main', '/payment', '/map'] as const
const CATEGORIES: Parameters<typeof audit>[2] = ['performance', 'accessibility', 'best-practices']

/** Lighthouse with its mobile profile on the open routes and on the routes a driver opens most. */
export async function lighthouse(): Promise<Report> {
  const cluster = await startCluster()
  const browser = await launchForLighthouse()
  const dataset = await datasetOf(cluster, DATASET)
  const port = await freePort()
  const env = {
    DATABASE_URL: asAppRole(dataset.url),
    PORT: String(port),
    METRICS_PORT: '0',
    DATA_DIR: join(BENCH_DATA, 'screens'),
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
  }
  const server = await startMeasuredProcess('server/main.ts', { port, env })
  try {
    const app = `http://localhost:${port}`
    const page = await browser.newPage()
    const lines: ReportRow[] = []
    const measure = async (route: string, isSignedIn: boolean) => {
      const results: LighthouseResult[] = []
      for (let round = 0; round < ROUNDS; round++)
        results.push(await audit(page, `${app}/#${route}`, CATEGORIES, isSignedIn))
      lines.push(...rowsOf(route, results))
      const scores = results.map((one) => one.scores.performance)
      process.stderr.write(`${route} ${scores.join(' ')}\n`)
    }
    for (const route of OPEN_PAGES) await measure(route, false)
    await signInForLighthouse(page, app, 'ana')
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
    await server.stop()
    await cluster.stop()
  }
}

const score = (points: number) => String(points)

function rowsOf(route: string, results: readonly LighthouseResult[]): ReportRow[] {
  const of = (figure: (result: LighthouseResult) => number) => median(results.map(figure))
  const row = (category: 'performance' | 'accessibility' | 'best-practices', bound: number) =>
    atLeast(
      `${route}: ${category}`,
      bound,
      of(({ scores }) => scores[category] ?? 0),
      score,
    )
  return [
    row('performance', 95),
    row('accessibility', 100),
    row('best-practices', 100),
    known(
      `${route}: largest contentful paint, blocking time`,
      [of((one) => one.largestPaint), of((one) => one.blockingTime)].map(milliseconds).join(', '),
    ),
  ]
}
