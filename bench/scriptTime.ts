import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { PHONE, threadTimes, waitUntilTrue } from '#bench/browser.ts'
import type { List } from '#bench/listScreen.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/** Our first screen is drawn when React has replaced or hydrated the prerendered login. */
const MARK_DRAWN = `bench.until(() => !/^(?:app|login)$/.test(document.documentElement.dataset.first)
    && document.querySelector('#root main, #root h1')?.checkVisibility())
  .then(() => requestAnimationFrame(() => setTimeout(() => (bench.isDrawn = true))))`

/** The routes with the most processor time that their script may take, to that of the bare page. */
export const SCRIPT_BOUNDS = {
  '/login': 1.4,
  '/main': 2.8,
  '/movements': 3,
  "the console's list": 2,
}

/**
 * Loads every route, and the bare page as `bare`, with an empty cache and an unslowed processor.
 * @returns milliseconds of processor time of the page's script until the screen is drawn
 */
export async function measureScripts(browser: Browser, home: string, bare: string, list: List) {
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
  const times: Record<keyof typeof SCRIPT_BOUNDS | 'bare', number> = {
    bare: await onePage(browser, bare),
    '/login': await onePage(browser, `${home}#/login`),
    '/main': await onePage(browser, `${home}#/main`, { storageState }),
    '/movements': await onePage(browser, `${home}#/movements`, { storageState }),
    "the console's list": await onePage(browser, `${home}consola/#/payments`, {}, list),
  }
  return times
}

/** @param list the page is drawn with its rows; without it, with its first screen */
async function onePage(
  browser: Browser,
  address: string,
  session: BrowserContextOptions = {},
  list?: List,
) {
  const { width, height } = PHONE
  const viewport = { width, height }
  const context = await browser.newContext({ viewport, serviceWorkers: 'block', ...session })
  try {
    await context.addCookies(list?.cookies ?? [])
    const page = await context.newPage()
    await page.addInitScript({ path: join(import.meta.dirname, 'pageProbe.js') })
    const markRows = `bench.rowsPainted('${list?.row}', ${list?.rows}).then(() => (bench.isDrawn = true))`
    await page.addInitScript(list ? `${list.initScript}; ${markRows}` : MARK_DRAWN)
    const threadTime = await threadTimes(page)
    await page.goto(address, { waitUntil: 'commit' })
    await waitUntilTrue(page, 'bench.isDrawn')
    return (await threadTime()).script
  } finally {
    await context.close()
  }
}
