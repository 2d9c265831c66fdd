import type { Browser, Page } from 'playwright-core'
import { onNewPage, waitUntilIdle, waitUntilTrue } from '#bench/browser.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

export const ROWS = 200

/** `isHome`: JavaScript expression, home is drawn; `row`: CSS selector of the rows. */
type List = Record<'isHome' | 'row', string>

export const OURS: List = {
  // Home lists at least five movements.
  isHome: `((rows) => rows >= 5 && rows < ${ROWS})(document.querySelectorAll('main li.list-row').length)`,
  row: 'main li.list-row',
}
export const BARE: List = {
  isHome: `document.querySelector('h1')?.textContent === 'Inicio'`,
  row: 'main li',
}

/** Signs ana in, in a page of a new session, and lets each request of movements ask for all rows. */
export const WITH_ALL_ROWS = `bench.rows = ${ROWS}; sessionStorage.currentUser ?? bench.logInAtOnce('${DEMO_PASSWORD}')
`

/**
 * Opens home, the list, home and the list again; then loads the list by its own address with an empty
 * HTTP cache.
 * @returns milliseconds until all rows are painted: from home for the first and the second time
 * (`cold`, `warm`), and from the load
 */
export async function measureList(browser: Browser, address: string, { isHome, row }: List) {
  const rowsPainted = `bench.rowsPainted('${row}', ${ROWS})`
  const openList = async (page: Page) => {
    await waitUntilTrue(page, isHome)
    await waitUntilIdle(page)
    return await page.evaluate<number>(`(async () => {
      const started = performance.now()
      location.hash = '#/movements'
      return await ${rowsPainted} - started
    })()`)
  }
  const visit = async (page: Page) => {
    await page.goto(address, { waitUntil: 'commit' })
    const cold = await openList(page)
    await page.evaluate(`location.hash = '#/main'`)
    const warm = await openList(page)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.clearBrowserCache')
    await page.reload()
    const direct = await page.evaluate<number>('bench.firstList')
    return { cold, warm, direct }
  }
  const initScript = `${WITH_ALL_ROWS} bench.firstList = ${rowsPainted}`
  return await onNewPage(browser, visit, { initScript })
}
