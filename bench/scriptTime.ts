import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { PHONE, waitUntilTrue } from '#bench/browser.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/** Our first screen is drawn when React has replaced or hydrated the prerendered login. */
const MARK_DRAWN = `bench.until(() => !/^(?:app|login)$/.test(document.documentElement.dataset.first)
    && document.querySelector('#root main, #root h1')?.checkVisibility())
  .then(() => requestAnimationFrame(() => setTimeout(() => (bench.isDrawn = true))))`

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
    const cdp = await context.newCDPSession(page)
    // Of the thread, so that other programs do not count in it.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(address, { waitUntil: 'commit' })
    await waitUntilTrue(page, 'bench.isDrawn')
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
  } finally {
    await context.close()
  }
}
