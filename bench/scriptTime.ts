import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { PHONE, waitUntilTrue } from '#bench/browser.ts'
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

/** The routes with the most processor time that their script may take, to that of the bare page. */
export const SCRIPT_BOUNDS = { '/login': 1.4, '/main': 2.8, '/movements': 3 }

/**
 * Loads every route, and the bare page as `bare`, with an empty cache and an unslowed processor.
 * @returns milliseconds of processor time of the page's script until the screen is drawn
 */
export async function measureScripts(browser: Browser, home: string, bare: string) {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(home)
  await page.fill('[name=email]', 'ana@demo.surtidor.uy')
  await page.fill('[name=password]', DEMO_PASSWORD)
  await page.check('[name=remember]')
  await page.click('[type=submit]')
  await page.waitForURL(/#\/main/)
  const storageState = await context.storageState()
  await context.close()
  const times: Record<string, number> = { bare: await onePage(browser, bare, {}) }
  for (const route of Object.keys(SCRIPT_BOUNDS))
    times[route] = await onePage(
      browser,
      `${home}#${route}`,
      route === '/login' ? {} : { storageState },
    )
  return times
}

async function onePage(browser: Browser, address: string, session: BrowserContextOptions) {
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
