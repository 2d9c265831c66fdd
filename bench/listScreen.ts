import type { Browser, Page } from 'playwright-core'
import { onNewPage, waitUntilTrue } from '#bench/browser.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/** Rows of the measured list. */
export const ROWS = 200

/** Times until all rows of the list are painted, in milliseconds. */
export interface ListMeasurement {
  /** From home to the list, for the first time and for the second. */
  cold: number
  warm: number
  /** A load of the list's own address, with an empty and with a full HTTP cache. */
  directCold: number
  directWarm: number
}

interface List {
  /** JavaScript expression: home is drawn. */
  isHome: string
  /** CSS selector of the rows. */
  row: string
}

export const OURS: List = {
  // Home lists at least five movements.
  isHome: `((rows) => rows >= 5 && rows < ${ROWS})(document.querySelectorAll('main li.list-row').length)`,
  row: 'main li.list-row',
}
export const BARE: List = {
  isHome: `document.querySelector('h1')?.textContent === 'Inicio'`,
  row: 'main li',
}

/** Opens home, the list, home and the list again; then loads the list by its own address twice. */
export async function measureList(
  browser: Browser,
  address: string,
  list: List,
): Promise<ListMeasurement> {
  const visit = async (page: Page): Promise<ListMeasurement> => {
    await page.goto(address, { waitUntil: 'commit' })
    await waitUntilTrue(page, list.isHome)
    await waitUntilIdle(page)
    const cold = await openList(page, list)
    await page.evaluate(`location.hash = '#/main'`)
    await waitUntilTrue(page, list.isHome)
    await waitUntilIdle(page)
    const warm = await openList(page, list)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.clearBrowserCache')
    const directCold = await reload(page)
    const directWarm = await reload(page)
    return { cold, warm, directCold, directWarm }
  }
  const initScript = `bench.rows = ${ROWS}; sessionStorage.currentUser ?? bench.logInAtOnce('${DEMO_PASSWORD}')
    bench.firstList = ${rowsPainted(list)}`
  return await onNewPage(browser, visit, { initScript })
}

const rowsPainted = ({ row }: List) => `bench.rowsPainted('${row}', ${ROWS})`

const openList = (page: Page, list: List) =>
  page.evaluate<number>(`(async () => {
    const started = performance.now()
    location.hash = '#/movements'
    return (await ${rowsPainted(list)}) - started
  })()`)

async function reload(page: Page): Promise<number> {
  await page.reload()
  const painted = await page.evaluate<number>('bench.firstList')
  await waitUntilIdle(page)
  return painted
}

/** The app also preloads chunks when the page is idle. */
const waitUntilIdle = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
}
