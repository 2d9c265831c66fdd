import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { PHONE, waitUntilTrue } from '#bench/browser.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/** An event of Chromium's trace; times in microseconds, `tdur` of the thread's processor. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

const CATEGORIES = ['devtools.timeline', 'v8', 'blink.user_timing']
/** The events in which a thread compiles and runs script. */
const SCRIPT =
  /^(?:v8\.\w+|V8\.\w+|EvaluateScript|FunctionCall|RunMicrotasks|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch)$/
const DRAWN = 'bench drawn'
/** Our first screen is drawn when React has replaced or hydrated the prerendered login. */
const MARK_DRAWN = `bench.until(() => !/^(?:app|login)$/.test(document.documentElement.dataset.first)
    && document.querySelector('#root main, #root h1')?.checkVisibility())
  .then(() => requestAnimationFrame(() => setTimeout(() => performance.mark('${DRAWN}'))))`

const SIGNED_IN: readonly string[] = ['/main', '/payment', '/map', '/movements']
/** The routes that Lighthouse audits, and a list. */
export const SCRIPT_ROUTES = [...OPEN_PAGES, ...SIGNED_IN]

/**
 * Loads every route, and the bare page as `bare`, with an empty cache and an unslowed processor.
 * @returns milliseconds of processor time of the page's script until the screen is drawn
 */
export async function measureScripts(
  browser: Browser,
  home: string,
  bare: string,
): Promise<Record<string, number>> {
  const storageState = await signedInState(browser, home)
  const times: Record<string, number> = { bare: await onePage(browser, {}, bare) }
  for (const route of SCRIPT_ROUTES)
    times[route] = await onePage(
      browser,
      SIGNED_IN.includes(route) ? { storageState } : {},
      `${home}#${route}`,
    )
  return times
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

async function signedInState(browser: Browser, home: string): Promise<StorageState> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(home)
  await page.fill('[name=email]', 'ana@demo.surtidor.uy')
  await page.fill('[name=password]', DEMO_PASSWORD)
  await page.check('[name=remember]')
  await page.click('[type=submit]')
  await page.waitForURL(/#\/main/)
  const state = await context.storageState()
  await context.close()
  return state
}

async function onePage(
  browser: Browser,
  session: { storageState?: StorageState },
  address: string,
): Promise<number> {
  const { width, height } = PHONE
  const viewport = { width, height }
  const context = await browser.newContext({ viewport, serviceWorkers: 'block', ...session })
  try {
    const page = await context.newPage()
    await page.addInitScript({ path: join(import.meta.dirname, 'pageProbe.js') })
    await page.addInitScript(MARK_DRAWN)
    await browser.startTracing(page, { categories: CATEGORIES })
    await page.goto(address, { waitUntil: 'commit' })
    await waitUntilTrue(page, `performance.getEntriesByName('${DRAWN}').length > 0`)
    const trace = await browser.stopTracing()
    return scriptTime((JSON.parse(String(trace)) as { traceEvents: TraceEvent[] }).traceEvents)
  } finally {
    await context.close()
  }
}

/** Processor milliseconds of the outermost script events of the page's thread until it is drawn. */
function scriptTime(events: TraceEvent[]): number {
  const drawn = events.find(({ name }) => name === DRAWN)
  if (!drawn) throw new Error('The trace does not contain the mark of the drawn screen')
  const ofPage = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      ph === 'X' && pid === drawn.pid && tid === drawn.tid && ts < drawn.ts && SCRIPT.test(name),
  )
  let [end, sum] = [0, 0]
  for (const { ts, dur = 0, tdur = 0 } of ofPage.sort((a, b) => a.ts - b.ts)) {
    if (ts < end) continue
    end = ts + dur
    sum += tdur
  }
  return sum / 1000
}
