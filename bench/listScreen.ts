import type { Browser, Page } from 'playwright-core'
import { newVisitor, waitUntilTrue } from '#bench/browser.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/** Rows of the list. */
export const ROWS = 200

/** How a list comes up, in milliseconds. */
export interface ListMeasurement {
  /** From home to the list for the first time, and again after going back. */
  cold: number
  warm: number
  /** The list's own address, with an empty cache and with a full one, since it was asked for. */
  door: number
  doorAgain: number
}

interface List {
  /** True when home is drawn, one step away from the list. */
  isHome: string
  /** One row. */
  row: string
}

export const OURS: List = {
  // Home shows a handful of rows of its own.
  isHome: `((rows) => rows >= 5 && rows < ${ROWS})(document.querySelectorAll('main li.list-row').length)`,
  row: 'main li.list-row',
}
export const BARE: List = {
  isHome: `document.querySelector('h1')?.textContent === 'Inicio'`,
  row: 'main li',
}

/** Goes home, to the list, home and to the list again; then opens the list by its own address. */
export async function measureList(
  browser: Browser,
  address: string,
  list: List,
): Promise<ListMeasurement> {
  const visit = async (page: Page): Promise<ListMeasurement> => {
    await page.goto(address, { waitUntil: 'commit' })
    await waitUntilTrue(page, list.isHome)
    await quiet(page)
    const cold = await toTheList(page, list)
    await page.evaluate(`location.hash = '#/main'`)
    await waitUntilTrue(page, list.isHome)
    await quiet(page)
    const warm = await toTheList(page, list)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.clearBrowserCache')
    const door = await reopened(page)
    const doorAgain = await reopened(page)
    return { cold, warm, door, doorAgain }
  }
  const before = `bench.rows = ${ROWS}; sessionStorage.currentUser ?? bench.enterAtOnce('${DEMO_PASSWORD}')
    bench.first = ${drawn(list)}`
  return await newVisitor(browser, visit, before)
}

const drawn = ({ row }: List) => `bench.rowsDrawn('${row}', ${ROWS})`

const toTheList = (page: Page, list: List) =>
  page.evaluate<number>(`(async () => {
    const began = performance.now()
    location.hash = '#/movements'
    return (await ${drawn(list)}) - began
  })()`)

async function reopened(page: Page): Promise<number> {
  await page.reload()
  const seen = await page.evaluate<number>('bench.first')
  await quiet(page)
  return seen
}

/** What is fetched in idle moments has come. */
const quiet = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
}
