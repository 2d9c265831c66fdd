import type { Browser, Page } from 'playwright-core'
import { onNewPage, waitUntilIdle, waitUntilTrue } from '#bench/browser.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/** Rows of the measured list. */
export const ROWS = 200

/** Rows that fill the screen of `PHONE`; home has fewer. */
export const SCREENFUL = 14

/** Times until the rows of the list are painted, in milliseconds. */
export interface ListMeasurement {
  /** From home to the list, for the first time and for the second, until all rows are painted. */
  cold: number
  warm: number
  /** The same, until the first screenful is. */
  coldDrawn: number
  warmDrawn: number
  /** A load of the list's own address with an empty HTTP cache. */
  direct: number
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

/** Opens home, the list, home and the list again; then loads the list by its own address. */
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
    await page.reload()
    const direct = await page.evaluate<number>('bench.firstList')
    return {
      cold: cold.all,
      warm: warm.all,
      coldDrawn: cold.drawn,
      warmDrawn: warm.drawn,
      direct,
    }
  }
  const initScript = `bench.rows = ${ROWS}; sessionStorage.currentUser ?? bench.logInAtOnce('${DEMO_PASSWORD}')
    bench.firstList = ${rowsPainted(list)}`
  return await onNewPage(browser, visit, { initScript })
}

const rowsPainted = ({ row }: List, count = ROWS) => `bench.rowsPainted('${row}', ${count})`

const openList = (page: Page, list: List) =>
  page.evaluate<{ drawn: number; all: number }>(`(async () => {
    const started = performance.now()
    location.hash = '#/movements'
    const times = [${rowsPainted(list, SCREENFUL)}, ${rowsPainted(list)}]
    const [drawn, all] = await Promise.all(times)
    return { drawn: drawn - started, all: all - started }
  })()`)
