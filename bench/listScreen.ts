import type { Browser, Page } from 'playwright-core'
import { onNewPage, waitUntilIdle, waitUntilTrue } from '#bench/browser.ts'
import type { operatorSession } from '#bench/operatorSession.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

export const ROWS = 200

type OperatorSession = Awaited<ReturnType<typeof operatorSession>>

/** Rows of a page of the console's lists. */
export const CONSOLE_ROWS = 50

/** `isHome`: JavaScript expression, home is drawn; `row`: CSS selector of the rows. */
export interface List {
  isHome: string
  row: string
  /** Address of home and of the list, and the rows of it, where they are not those of the app. */
  home?: string
  list?: string
  rows?: number
  /** Runs before the scripts of the page: it signs in. */
  initScript?: string
  cookies?: OperatorSession['cookies']
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

/** The console's list of payments, as an operator. */
export const consoleList = ({ entry, cookies }: OperatorSession): List => ({
  isHome: `document.querySelector('h1')`,
  row: 'main table tbody tr, main li.list-row',
  home: '#/home',
  list: '#/payments',
  rows: CONSOLE_ROWS,
  initScript: `sessionStorage.consoleUser ??= ${JSON.stringify(JSON.stringify(entry))}`,
  cookies,
})
/** The bare page with as many rows. */
export const BARE_OF_CONSOLE: List = {
  ...BARE,
  rows: CONSOLE_ROWS,
  initScript: `bench.rows = ${CONSOLE_ROWS}`,
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
export async function measureList(
  browser: Browser,
  address: string,
  {
    isHome,
    row,
    home = '#/main',
    list = '#/movements',
    rows = ROWS,
    initScript = WITH_ALL_ROWS,
    cookies = [],
  }: List,
) {
  const rowsPainted = `bench.rowsPainted('${row}', ${rows})`
  const openList = async (page: Page) => {
    await waitUntilTrue(page, isHome)
    await waitUntilIdle(page)
    return await page.evaluate<number>(`(async () => {
      const started = performance.now()
      location.hash = '${list}'
      return await ${rowsPainted} - started
    })()`)
  }
  const visit = async (page: Page) => {
    await page.context().addCookies(cookies)
    await page.goto(address, { waitUntil: 'commit' })
    const cold = await openList(page)
    await page.evaluate(`location.hash = '${home}'`)
    const warm = await openList(page)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.clearBrowserCache')
    await page.reload()
    const direct = await page.evaluate<number>('bench.firstList')
    return { cold, warm, direct }
  }
  return await onNewPage(browser, visit, {
    initScript: `${initScript}
      bench.firstList = ${rowsPainted}`,
  })
}
