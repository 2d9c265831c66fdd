import type { Browser, Page } from 'playwright-core'
import { onNewPage, waitUntilIdle, waitUntilTrue } from '#bench/browser.ts'
import { OURS, ROWS, WITH_ALL_ROWS } from '#bench/listScreen.ts'

/** Home has its figures: five movements are listed. */
const HOME_ROWS = 5
/** Rows that fill the screen of `PHONE`; home has fewer. */
const SCREENFUL = 14

/**
 * Visits home and the list until everything is stored, then opens each of them again: the service
 * worker has the app, and the device the last answers.
 * @returns milliseconds since the navigation began: `drawn`, home is painted with the last known
 * figures; `usable`, a link of home that is clicked as soon as it is in the document has led to its
 * screen; `listDrawn`, the first screenful of the list is painted, by its own address
 */
export async function measureReturn(browser: Browser, home: string) {
  const visit = async (page: Page) => {
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
  const initScript = `${WITH_ALL_ROWS}
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
