import { join } from 'node:path'
import { type BarePages, openBarePages } from '#bench/barePages.ts'
import { openBrowser, PHONE } from '#bench/browser.ts'
import { type Chunk, routeChunks } from '#bench/chunkSizes.ts'
import { startMeasuredProcess } from '#bench/measuredProcess.ts'
import { freePort } from '#testing/freePort.ts'
import { BARE, type ListMeasurement, OURS, ROWS, measureList } from '#bench/listScreen.ts'
import { type LoginMeasurement, loginScripts, measureLogin } from '#bench/loginScreen.ts'
import {
  atMost,
  kilobytes,
  known,
  type ReportRow,
  milliseconds,
  type Report,
} from '#bench/report.ts'
import { median, ratio, rounds } from '#bench/rounds.ts'
import { BENCH_DATA, withClient, startCluster, datasetOf } from '#bench/datasets.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { movements } from '#contract/financial/movements.ts'
import { requestHeader } from '#contract/header.ts'
import { pathOf } from '#contract/service.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

const ROUNDS = 7
const TOWN = { drivers: 40, movements: 6_000 }
const ANA = '60000001'

/** The built app in Chromium on a slowed machine and network, beside bare React pages of the same. */
export async function screens(): Promise<Report> {
  const cluster = await startCluster()
  const bare = await openBarePages()
  const browser = await openBrowser()
  const dataset = await datasetOf(cluster, TOWN)
  await moreForAna(dataset.url)
  const port = await freePort()
  const env = {
    DATABASE_URL: dataset.url,
    PORT: String(port),
    METRICS_PORT: '0',
    DATA_DIR: join(BENCH_DATA, 'screens'),
    LOG_LEVEL: 'warn',
  }
  const ours = await startMeasuredProcess('server/main.ts', { port, env })
  try {
    const home = `http://localhost:${port}/`
    const logins = await seenLogins(browser, home, bare)
    const bytes = await loginScripts(browser, home)
    bare.answer(await answerFor(home))
    const lists = await rounds(ROUNDS, {
      ours: () => measureList(browser, home, OURS),
      bare: () => measureList(browser, `${bare.url}/list.html`, BARE),
    })
    return report(logins, bytes, lists, await routeChunks())
  } finally {
    await browser.close()
    await bare.close()
    await ours.stop()
    await cluster.stop()
  }
}

type Both<T> = Record<'ours' | 'bare', T[]>

async function seenLogins(
  browser: Parameters<typeof measureLogin>[0],
  home: string,
  bare: BarePages,
): Promise<Both<LoginMeasurement>> {
  bare.answer(JSON.stringify({ responseHeader: { responseCode: '05', responseDescription: '' } }))
  const run = {
    ours: () => measureLogin(browser, home),
    bare: () => measureLogin(browser, `${bare.url}/login.html`),
  }
  // The first page of a new Chromium pays for Chromium.
  await run.ours()
  await run.bare()
  return await rounds(ROUNDS, run)
}

/** Purchases enough for the list, in the days that it shows. */
const moreForAna = (url: string) =>
  withClient(url, async (client) => {
    await client.query(`delete from movement where rrn like '99999%'`)
    await client.query(
      `insert into movement (rrn, loyalty_code, at, kind, branch_code, product, millilitres, currency, amount, discount, points, plate)
         select lpad((999990000000 + row_number() over ())::text, 12, '0'), loyalty_code, now() - n * interval '8 hours',
           kind, branch_code, product, millilitres, currency, amount, discount, points, plate
         from generate_series(1, $2) n, lateral (select * from movement where loyalty_code = $1 and n > 0 order by rrn offset n % 40 limit 1) one`,
      [ANA, ROWS + 20],
    )
  })

/** What our server answers to Ana, word for word: the bare page is given the same. */
async function answerFor(home: string): Promise<string> {
  const now = new Date()
  const ask = async (path: string, token: string, fields: object) => {
    const header = requestHeader({ now, random: 0.5, platform: 'a', token })
    const answer = await fetch(`${home}api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: JSON.stringify({ requestHeader: header, ...fields }),
    })
    return await answer.text()
  }
  const who = { user: 'ana@demo.surtidor.uy', password: DEMO_PASSWORD }
  const { user } = JSON.parse(await ask(pathOf(login), '', who)) as {
    user: { userSessionToken: string }
  }
  const wanted = { loyaltyCode: ANA, ...toRange(lastDays(now)), count: ROWS }
  return await ask(pathOf(movements), user.userSessionToken, wanted)
}

function report(
  logins: Both<LoginMeasurement>,
  scripts: number,
  lists: Both<ListMeasurement>,
  chunks: Chunk[],
): Report {
  const byWeight = [...chunks].sort((a, b) => b.bytes - a.bytes)
  const [heaviest] = byWeight
  const login = (what: string, of: (seen: LoginMeasurement) => number): ReportRow =>
    known(what, both(logins, of))
  const list = (what: string, of: (seen: ListMeasurement) => number): ReportRow =>
    known(what, both(lists, of))
  return {
    name: 'screens',
    title: 'Screens: login and a list on a slow phone',
    lines: [
      atMost('login drawn (LCP), ours to bare React', 0.35, ratio(logins.ours, logins.bare, drawn)),
      atMost('login usable, ours to bare React', 1, ratio(logins.ours, logins.bare, usable)),
      atMost('script until login is usable', 110_000, scripts, kilobytes),
      atMost(
        `heaviest chunk of a route (${heaviest?.screen})`,
        25_000,
        heaviest?.bytes ?? 0,
        kilobytes,
      ),
      atMost(
        `list of ${ROWS} rows, first time, ours to bare React`,
        0.6,
        ratio(lists.ours, lists.bare, (seen) => seen.cold),
      ),
      atMost(
        `list of ${ROWS} rows, again, ours to bare React`,
        1,
        ratio(lists.ours, lists.bare, (seen) => seen.warm),
      ),
      login('login drawn: ours, bare', drawn),
      login('login usable: ours, bare', usable),
      list('list, first time: ours, bare', (seen) => seen.cold),
      list('list, again: ours, bare', (seen) => seen.warm),
      list('list by its address, empty cache: ours, bare', (seen) => seen.door),
      list('list by its address, full cache: ours, bare', (seen) => seen.doorAgain),
      known(
        'chunks of the routes',
        byWeight.map(({ screen, bytes }) => `${screen} ${kilobytes(bytes)}`).join(', '),
      ),
    ],
    how: [
      `Debian's Chromium, headless, processor ${PHONE.slower}× slower, ${PHONE.megabits} Mbps both ways, ${PHONE.latency} ms, ${PHONE.width}×${PHONE.height}; ${ROUNDS} rounds, each with new browsers, ours and the bare page in turn; ratios are of the same round, and the median is told.`,
      'Ours is the built app from its own server; the bare pages are `bench/peers/bare/`, React 19 built by Vite with the same targets and sent with the same compression and headers: the same form, the same rows with the same texts and the same answer.',
      'Usable: a form that is filled in and sent as soon as it can be seen has left for the server, with what was typed in it.',
      `List: both are at home and go to the list by its address's hash; first time and again, until ${ROWS} rows are painted. Ours asks for its first page while home is being drawn, the bare page when the list is opened. Our list shows 50 rows at a time; here its first page is asked for ${ROWS}.`,
      'Sizes are gzip, level 9. Login has no chunk of its own: it is in the entry. A screen weighs its own chunk and all that this one waits for, but for what the whole app is made of.',
    ],
  }
}

const drawn = (seen: LoginMeasurement) => seen.drawn
const usable = (seen: LoginMeasurement) => seen.usable
const both = <T>({ ours, bare }: Both<T>, of: (seen: T) => number) =>
  `${milliseconds(median(ours.map(of)))}, ${milliseconds(median(bare.map(of)))}`
