import { BARE_LOGIN_TIME, calibrate, launchBrowser, PHONE, SLOW_NETWORK } from '#bench/browser.ts'
import { headerOf } from '#bench/datasets.ts'
import { median, ratio, rounds } from '#bench/interleavedRounds.ts'
import {
  BARE,
  BARE_OF_CONSOLE,
  CONSOLE_ROWS,
  consoleList,
  measureList,
  OURS,
  ROWS,
} from '#bench/listScreen.ts'
import { measureLogin, measureTap, scriptSizes, TYPING } from '#bench/loginScreen.ts'
import { withOurServer } from '#bench/measuredProcess.ts'
import { operatorSession } from '#bench/operatorSession.ts'
import { startBarePages } from '#bench/peers/barePages.ts'
import { atMost, kilobytes, known, medians, type Report, seconds } from '#bench/report.ts'
import { measureReturn } from '#bench/returningVisit.ts'
import { measureScripts, SCRIPT_BOUNDS } from '#bench/scriptTime.ts'
import { pathOf } from '#contract/call.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { movements } from '#contract/financial/movements.ts'
import { withClient } from '#db/core/withClient.ts'
import { insertSessions } from '#testing/fixtures/personSessions.ts'

const ROUNDS = 4
/** A loyalty of ana. */
const LOYALTY_CODE = '60000001'
const REFUSAL = JSON.stringify({
  responseHeader: { responseCode: '05', responseDescription: '' },
})

/** Measures the built app and bare React pages in Chromium, with a slowed processor and network. */
export const benchScreens = (): Promise<Report> =>
  withOurServer(async (home, dataset) => {
    const bare = await startBarePages()
    const browser = await launchBrowser()
    try {
      await addMovements(dataset.url)
      const list = await movementsAnswer(home, dataset.url)
      await addPayments(dataset.url)
      const operator = await operatorSession(home)
      await calibrate(browser, `${bare.url}/login.html`)
      const sizes = await scriptSizes(browser, home)
      const login = () => measureLogin(browser, home)
      const bareLogin = () => {
        bare.setAnswer(REFUSAL)
        return measureLogin(browser, `${bare.url}/login.html`)
      }
      // Warms Chromium up: the first page of a new process is slower.
      await login()
      await bareLogin()
      const measured = await rounds(ROUNDS, {
        login,
        bareLogin,
        later: () => measureReturn(browser, home),
        tap: () => measureTap(browser, home),
        scripts: () =>
          measureScripts(browser, home, `${bare.url}/login.html`, consoleList(operator)),
        list: () => measureList(browser, home, OURS),
        bareList: () => {
          bare.setAnswer(list)
          return measureList(browser, `${bare.url}/list.html`, BARE)
        },
        console: () => measureList(browser, `${home}consola/#/home`, consoleList(operator)),
        bareOfConsole: () => {
          bare.setAnswer(
            JSON.stringify({
              ...JSON.parse(list),
              movements: JSON.parse(list).movements.slice(0, CONSOLE_ROWS),
            }),
          )
          return measureList(browser, `${bare.url}/list.html`, BARE_OF_CONSOLE)
        },
      })
      return toReport(measured, sizes)
    } finally {
      await browser.close()
      await bare.close()
    }
  })

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

const addPayments = (url: string) =>
  withClient(url, (client) =>
    client.query(`
      insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount, tax_amount,
          tip_amount, installments, indi, state, audit_number, created_at)
        select gen_random_uuid(), d.person_id, d.reference, '', '', d.currency, d.amount, d.taxed_amount, d.tax_amount, 0, 1, d.indi,
          'EXPIRED', 'bench ' || n, now() - n * interval '1 hour'
        from generate_series(1, ${CONSOLE_ROWS + 1}) n, (select * from debt order by reference limit 1) d
      on conflict do nothing;
      update second_factor set last_step = 0`),
  )

/** The text of our server's answer, which the bare page gets too. */
async function movementsAnswer(home: string, url: string): Promise<string> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ person: string }>(
      'select person_id as person from loyalty where code = $1',
      [LOYALTY_CODE],
    )
    const person = rows[0]?.person ?? ''
    await insertSessions(client, [person])
    const period = toRange(lastDays(new Date()))
    const fields = { loyaltyCode: LOYALTY_CODE, ...period, count: ROWS }
    const answer = await fetch(`${home}api/${pathOf(movements)}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: JSON.stringify({ requestHeader: headerOf(person), ...fields }),
    })
    return await answer.text()
  })
}

/** Figures in milliseconds, by round. */
interface Measured extends Record<'login' | 'bareLogin', Record<'drawn' | 'usable', number[]>> {
  list: Record<'cold' | 'warm' | 'direct', number[]>
  bareList: Measured['list']
  console: Measured['list']
  bareOfConsole: Measured['list']
  later: Record<'drawn' | 'usable' | 'listDrawn', number[]>
  tap: Record<'typed' | 'atOnce', number[]>
  scripts: Record<string, number[]>
}

function toReport(measured: Measured, sizes: Awaited<ReturnType<typeof scriptSizes>>): Report {
  const { login, bareLogin, list, bareList, bareOfConsole, later, tap, scripts } = measured
  const { console: ofConsole } = measured
  const limits: [what: string, bound: number, ours: number[], bare: number[]][] = [
    ['login drawn (LCP)', 0.35, login.drawn, bareLogin.drawn],
    ['login usable', 1, login.usable, bareLogin.usable],
    [`list of ${ROWS} rows, first time`, 0.6, list.cold, bareList.cold],
    [`list of ${ROWS} rows, again`, 1, list.warm, bareList.warm],
    ['list by its address, empty cache', 1.2, list.direct, bareList.direct],
    [`console's list of ${CONSOLE_ROWS} rows, first time`, 0.6, ofConsole.cold, bareOfConsole.cold],
    // A later visit of ours is compared with the first visit of the bare page.
    ['later visit, home with its last figures', 0.65, later.drawn, bareLogin.drawn],
    ['later visit, home usable', 0.65, later.usable, bareLogin.usable],
    [
      'later visit, first screenful of the list by its address',
      0.7,
      later.listDrawn,
      bareList.direct,
    ],
  ]
  return {
    name: 'screens',
    title: 'Screens: login and a list on a slow phone',
    lines: [
      ...limits.map(([what, bound, ours, bare]) =>
        atMost(`${what}, ours to bare React`, bound, ratio(ours, bare)),
      ),
      atMost('script until login is usable', 90_000, sizes.login, kilobytes),
      atMost('script until home is drawn', 130_000, sizes.main, kilobytes),
      atMost(
        'from the tap on Ingresar to home, slow network',
        4,
        median(tap.typed) / 1000,
        seconds,
      ),
      known('the same, tapped as soon as the form is drawn', medians(tap.atOnce)),
      ...Object.entries(SCRIPT_BOUNDS).map(([route, bound]) =>
        atMost(
          `script until ${route} is drawn, ours to bare React`,
          bound,
          ratio(scripts[route] ?? [], scripts.bare ?? []),
        ),
      ),
      ...limits.map(([what, , ours, bare]) => known(`${what}: ours, bare`, medians(ours, bare))),
      known(
        'console, again and by its address: ours, bare, ours, bare',
        medians(ofConsole.warm, bareOfConsole.warm, ofConsole.direct, bareOfConsole.direct),
      ),
    ],
    how: [
      `Debian's Chromium, headless, processor ${PHONE.slowdown.toFixed(1)}× slower, by which the bare login page costs ${BARE_LOGIN_TIME} ms of the main thread, ${PHONE.megabits} Mbps both ways, ${PHONE.latency} ms, ${PHONE.width}×${PHONE.height}; ${ROUNDS} rounds, each with new browser contexts, our app and the bare page in turn; ratios are of the same round, and the median is reported.`,
      'Ours is the built app served by its own server. The bare pages are `bench/peers/bare/`: React 19, built by Vite with the same targets, sent with the same compression and headers, with the same form, the same texts in the rows and the same answer.',
      'Usable: the login call, with the typed fields, of a form that is submitted as soon as it is in the document.',
      `List: from home to the list by the hash of the address, for the first and the second time, until ${ROWS} rows are painted. Ours requests its first page while home is drawn, the bare page when the list opens. Our list shows 50 rows at a time; the bench raises its first page to ${ROWS}. The console's list of payments is measured in the same way, beside ${CONSOLE_ROWS} rows of the bare page.`,
      'Later visit: a reload with a stopped service worker and an empty HTTP cache, in a session that has seen home and the list; the app comes from the worker, and draws the answers kept on the device; compared with the first visit of the bare page. Home is usable when a link, clicked as soon as it is in the document, has changed the address, as login is usable when its form has sent the call. The processor of the worker is not slowed down: Chromium slows down that of pages only. First visits run with the worker blocked; it is installed after they are drawn.',
      `Slow network: ${SLOW_NETWORK.megabits} Mbps and ${SLOW_NETWORK.latency} ms; the tap follows ${TYPING / 1000} s of typing, home is drawn when it lists the last movements.`,
      'Script: processor time of the main thread in which script is compiled and run, by `Performance.getMetrics`; processor and network not slowed down. Other load on the machine does not count in it.',
      'Sizes are gzip, level 9.',
    ],
  }
}
