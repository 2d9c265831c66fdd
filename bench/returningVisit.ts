import type { Browser, Page } from 'playwright-core'
import { onNewPage, waitUntilIdle, waitUntilTrue } from '#bench/browser.ts'
import { OURS, ROWS, SCREENFUL } from '#bench/listScreen.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/**
 * Times of a later visit, when the service worker has the app and the device the last answers, in
 * milliseconds since the navigation began.
 */
export interface ReturnMeasurement {
  /** Home is painted with the last known figures. */
  drawn: number
  /** A link of home that is clicked as soon as it is in the document has led to its screen. */
  usable: number
  /** The first screenful of the list is painted, by its own address. */
  listDrawn: number
}

/** Home has its figures: five movements are listed. */
const HOME_ROWS = 5

/** Visits home and the list until everything is stored, then opens each of them again. */
export async function measureReturn(browser: Browser, home: string): Promise<ReturnMeasurement> {
  const visit = async (page: Page): Promise<ReturnMeasurement> => {
    await page.goto(home, { waitUntil: 'commit' })
    await waitUntilTrue(page, OURS.isHome)
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await page.evaluate(`location.hash = '#/movements'`)
    await page.evaluate(`bench.rowsPainted('${OURS.row}', ${ROWS})`)
    await waitUntilIdle(page)
    const listDrawn = await openAgain(page, 'bench.screenful')
    await page.evaluate(`location.hash = '#/main'`)
    await waitUntilIdle(page)
    const drawn = await openAgain(page, 'bench.homeDrawn')
    await page.evaluate(`sessionStorage.benchClicks = 'yes'`)
    const usable = await openAgain(page, 'bench.linkFollowed')
    return { drawn, usable, listDrawn }
  }
  const initScript = `bench.rows = ${ROWS}; sessionStorage.currentUser ?? bench.logInAtOnce('${DEMO_PASSWORD}')
    bench.screenful = bench.rowsPainted('${OURS.row}', ${SCREENFUL})
    bench.homeDrawn = bench.rowsPainted('${OURS.row}', ${HOME_ROWS})
    if (sessionStorage.benchClicks) bench.linkFollowed = bench.linkFollowedAtOnce('main a[href$="#/payment"]')`
  return await onNewPage(browser, visit, { initScript, serviceWorkers: 'allow' })
}

/** Loads the page again, with a stopped worker and an empty HTTP cache, as on another day. */
async function openAgain(page: Page, painted: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  await cdp.send('Network.clearBrowserCache')
  await page.reload({ waitUntil: 'commit' })
  const time = await page.evaluate<number>(painted)
  await waitUntilIdle(page)
  await cdp.detach()
  return time
}
