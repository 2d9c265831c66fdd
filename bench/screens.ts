import { join } from 'node:path'
import { startBarePages } from '#bench/barePages.ts'
import { launchBrowser, PHONE } from '#bench/browser.ts'
import { type Chunk, routeChunks } from '#bench/chunkSizes.ts'
import { BENCH_DATA, datasetOf, startCluster, withClient } from '#bench/datasets.ts'
import { BARE, type ListMeasurement, measureList, OURS, ROWS } from '#bench/listScreen.ts'
import { type LoginMeasurement, loginScripts, measureLogin } from '#bench/loginScreen.ts'
import { startMeasuredProcess } from '#bench/measuredProcess.ts'
import {
  atMost,
  kilobytes,
  known,
  milliseconds,
  type Report,
  type ReportRow,
} from '#bench/report.ts'
import { measureReturn, type ReturnMeasurement } from '#bench/returningVisit.ts'
import { median, ratio, rounds } from '#bench/rounds.ts'
import { client } from '#contract/client.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { movements } from '#contract/financial/movements.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { freePort } from '#testing/harness/freePort.ts'

const ROUNDS = 7
const DATASET = { drivers: 40, movements: 6_000 }
/** A loyalty of ana. */
const LOYALTY_CODE = '60000001'

/** Measures the built app and bare React pages in Chromium, with a slowed processor and network. */
export async function screens(): Promise<Report> {
  const cluster = await startCluster()
  const bare = await startBarePages()
  const browser = await launchBrowser()
  const dataset = await datasetOf(cluster, DATASET)
  await addMovements(dataset.url)
  const port = await freePort()
  const env = {
    DATABASE_URL: asAppRole(dataset.url),
    PORT: String(port),
    METRICS_PORT: '0',
    DATA_DIR: join(BENCH_DATA, 'screens'),
    LOG_LEVEL: 'warn',
    // In production the server refuses demo data; what it measures is the same.
    NODE_ENV: 'development',
  }
  const ours = await startMeasuredProcess('server/main.ts', { port, env })
  try {
    const home = `http://localhost:${port}/`
    const list = await movementsAnswer(home)
    const bytes = await loginScripts(browser, home)
    const onBare = <T>(answer: string, measure: () => Promise<T>) => {
      bare.setAnswer(answer)
      return measure()
    }
    const run = {
      login: () => measureLogin(browser, home),
      bareLogin: () => onBare(REFUSAL, () => measureLogin(browser, `${bare.url}/login.html`)),
      later: () => measureReturn(browser, home),
      list: () => measureList(browser, home, OURS),
      bareList: () => onBare(list, () => measureList(browser, `${bare.url}/list.html`, BARE)),
    }
    // Warms Chromium up: the first page of a new process is slower.
    await run.login()
    await run.bareLogin()
    const results = await rounds<keyof typeof run, unknown>(ROUNDS, run)
    const of = <T>(name: keyof typeof run) => results[name] as T[]
    const logins = { ours: of<LoginMeasurement>('login'), bare: of<LoginMeasurement>('bareLogin') }
    const lists = { ours: of<ListMeasurement>('list'), bare: of<ListMeasurement>('bareList') }
    const later = of<ReturnMeasurement>('later')
    return toReport(logins, bytes, lists, later, await routeChunks())
  } finally {
    await browser.close()
    await bare.close()
    await ours.stop()
    await cluster.stop()
  }
}

const REFUSAL = JSON.stringify({
  responseHeader: { responseCode: '05', responseDescription: '' },
})

type Both<T> = Record<'ours' | 'bare', T[]>

/** Adds movements in the period that the list shows. */
const addMovements = (url: string) =>
  withClient(url, async (client) => {
    await client.query(`delete from movement where rrn like '99999%'`)
    await client.query(
      `insert into movement (rrn, loyalty_code, at, kind, branch_code, product, millilitres, currency, amount, discount, points, plate)
         select lpad((999990000000 + row_number() over ())::text, 12, '0'), loyalty_code, now() - n * interval '8 hours',
           kind, branch_code, product, millilitres, currency, amount, discount, points, plate
         from generate_series(1, $2) n, lateral (select * from movement where loyalty_code = $1 and n > 0 order by rrn offset n % 40 limit 1) sample`,
      [LOYALTY_CODE, ROWS + 20],
    )
  })

/** The text of our server's answer, which the bare page gets too. */
async function movementsAnswer(home: string): Promise<string> {
  let lastText = ''
  const transport = {
    base: `${home}api/`,
    now: () => new Date(),
    random: Math.random,
    post: async (address: string, body: string) => {
      const headers = { 'content-type': 'text/plain; charset=utf-8' }
      const response = await fetch(address, { method: 'POST', headers, body })
      lastText = await response.text()
      return { status: response.status, text: lastText }
    },
  }
  const credentials = { user: 'ana@demo.surtidor.uy', password: DEMO_PASSWORD }
  const { user } = await client(transport)(login, credentials)
  const period = toRange(lastDays(new Date()))
  const call = client(transport, user.userSessionToken)
  await call(movements, { loyaltyCode: LOYALTY_CODE, ...period, count: ROWS })
  return lastText
}

function toReport(
  logins: Both<LoginMeasurement>,
  scripts: number,
  lists: Both<ListMeasurement>,
  later: ReturnMeasurement[],
  chunks: Chunk[],
): Report {
  const byBudget = Map.groupBy(
    chunks.toSorted((a, b) => b.bytes - a.bytes),
    ({ budget }) => budget,
  )
  const loginRow = (what: string, of: (measured: LoginMeasurement) => number): ReportRow =>
    known(what, both(logins, of))
  const listRow = (what: string, of: (measured: ListMeasurement) => number): ReportRow =>
    known(what, both(lists, of))
  return {
    name: 'screens',
    title: 'Screens: login and a list on a slow phone',
    lines: [
      atMost('login drawn (LCP), ours to bare React', 0.35, ratio(logins.ours, logins.bare, drawn)),
      atMost('login usable, ours to bare React', 1, ratio(logins.ours, logins.bare, usable)),
      atMost('script until login is usable', 110_000, scripts, kilobytes),
      ...[...byBudget].map(([budget, [heaviest]]) =>
        atMost(
          `heaviest chunk of a route with this budget (${heaviest?.screen})`,
          budget,
          heaviest?.bytes ?? 0,
          kilobytes,
        ),
      ),
      atMost(
        `list of ${ROWS} rows, first time, ours to bare React`,
        0.6,
        ratio(lists.ours, lists.bare, ({ cold }) => cold),
      ),
      atMost(
        `list of ${ROWS} rows, again, ours to bare React`,
        1,
        ratio(lists.ours, lists.bare, ({ warm }) => warm),
      ),
      atMost(
        'first screenful of the list, first time, ours to bare React',
        0.6,
        ratio(lists.ours, lists.bare, ({ coldDrawn }) => coldDrawn),
      ),
      atMost(
        'first screenful of the list, again, ours to bare React',
        1,
        ratio(lists.ours, lists.bare, ({ warmDrawn }) => warmDrawn),
      ),
      atMost(
        'home again with its last figures, ours to the first visit of bare React',
        0.65,
        ratio(later.map(drawnAgain), logins.bare.map(drawn), same),
      ),
      atMost(
        'home usable again, ours to the first visit of bare React',
        0.65,
        ratio(
          later.map(({ usable }) => usable),
          logins.bare.map(usable),
          same,
        ),
      ),
      atMost(
        'first screenful of the list again by its address, ours to the first visit of bare React',
        0.7,
        ratio(
          later.map(({ listDrawn }) => listDrawn),
          lists.bare.map(({ directCold }) => directCold),
          same,
        ),
      ),
      known(
        'later visit: home drawn, home usable, list by its address: first screenful, all rows',
        [
          drawnAgain,
          ({ usable }: ReturnMeasurement) => usable,
          ({ listDrawn }: ReturnMeasurement) => listDrawn,
          ({ list }: ReturnMeasurement) => list,
        ]
          .map((of) => milliseconds(median(later.map(of))))
          .join(', '),
      ),
      loginRow('login drawn: ours, bare', drawn),
      loginRow('login usable: ours, bare', usable),
      listRow('list, first time: ours, bare', ({ cold }) => cold),
      listRow('list, again: ours, bare', ({ warm }) => warm),
      listRow('first screenful, first time: ours, bare', ({ coldDrawn }) => coldDrawn),
      listRow('first screenful, again: ours, bare', ({ warmDrawn }) => warmDrawn),
      listRow('list by its address, empty cache: ours, bare', ({ directCold }) => directCold),
      listRow('list by its address, full cache: ours, bare', ({ directWarm }) => directWarm),
      known(
        'chunks of the routes',
        chunks.map(({ screen, bytes }) => `${screen} ${kilobytes(bytes)}`).join(', '),
      ),
    ],
    how: [
      `Debian's Chromium, headless, processor ${PHONE.slowdown}× slower, ${PHONE.megabits} Mbps both ways, ${PHONE.latency} ms, ${PHONE.width}×${PHONE.height}; ${ROUNDS} rounds, each with new browser contexts, our app and the bare page in turn; ratios are of the same round, and the median is reported.`,
      'Ours is the built app served by its own server. The bare pages are `bench/peers/bare/`: React 19, built by Vite with the same targets, sent with the same compression and headers, with the same form, the same texts in the rows and the same answer.',
      'Usable: the login call, with the typed fields, of a form that is submitted as soon as it is in the document.',
      `List: from home to the list by the hash of the address, for the first and the second time, until ${ROWS} rows are painted. Ours requests its first page while home is drawn, the bare page when the list opens. Our list shows 50 rows at a time; the bench raises its first page to ${ROWS}.`,
      'Later visit: a reload with a stopped service worker and an empty HTTP cache, in a session that has seen home and the list; the app comes from the worker, and draws the answers kept on the device. Home is usable when a link, clicked as soon as it is in the document, has changed the address, as login is usable when its form has sent the call. The processor of the worker is not slowed down: Chromium slows down that of pages only. First visits run with the worker blocked; it is installed after they are drawn.',
      'Sizes are gzip, level 9. Login has no chunk of its own: it is in the entry. The size of a screen is its own chunk and the chunks that it imports, without those that every screen needs.',
    ],
  }
}

const drawn = (measured: LoginMeasurement) => measured.drawn
const drawnAgain = (measured: ReturnMeasurement) => measured.drawn
const same = (value: number) => value
const usable = (measured: LoginMeasurement) => measured.usable
const both = <T>({ ours, bare }: Both<T>, of: (measured: T) => number) =>
  `${milliseconds(median(ours.map(of)))}, ${milliseconds(median(bare.map(of)))}`
