import type { Browser, Page } from 'playwright-core'
import { onNewPage, SLOW_NETWORK, waitUntilTrue } from '#bench/browser.ts'
import { gzippedSize } from '#bench/chunkSizes.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/**
 * Opens the login screen twice with an empty cache: the submission would end the observation of the
 * paint.
 * @returns milliseconds since the navigation began: `drawn`, the largest contentful paint; `usable`,
 * the login call of a form that is submitted as soon as it is in the document
 */
export async function measureLogin(browser: Browser, address: string) {
  const drawn = await onNewPage(browser, async (page) => {
    await page.goto(address, { waitUntil: 'networkidle' })
    await waitUntilTrue(page, 'bench.drawn > 0')
    // A larger paint may follow the first one.
    await page.waitForTimeout(500)
    return await page.evaluate<number>('bench.drawn')
  })
  const usable = await withLoginSent(browser, address, (_, usable) => usable)
  return { drawn, usable }
}

/** Milliseconds in which a person types e-mail and password. */
export const TYPING = 8_000

/**
 * Signs in on a slow network, after the typing and as soon as the form is drawn.
 * @returns milliseconds from the tap on the button until home lists the last movements
 */
export async function measureTap(browser: Browser, address: string) {
  const tapAfter = (wait: number) =>
    onNewPage(
      browser,
      async (page) => {
        await page.goto(address, { waitUntil: 'commit' })
        await waitUntilTrue(page, `document.querySelector('form [type=submit]')`)
        await page.waitForTimeout(wait)
        return await page.evaluate<number>(`(async () => {
          const tapped = performance.now()
          bench.logInAtOnce('${DEMO_PASSWORD}')
          return await bench.rowsPainted('main li.list-row', 5) - tapped
        })()`)
      },
      { network: SLOW_NETWORK },
    )
  return { typed: await tapAfter(TYPING), atOnce: await tapAfter(0) }
}

/** Gzipped bytes of the scripts that login requests until it is usable, and home until it is drawn. */
export async function scriptSizes(browser: Browser, address: string) {
  const login = await withLoginSent(browser, address, async (page, usable) => {
    // A resource is listed when it has been received.
    await page.waitForLoadState('networkidle')
    return await page.evaluate<string[]>(`bench.scriptsUntil(${usable})`)
  })
  const main = await onNewPage(
    browser,
    async (page) => {
      await page.goto(address, { waitUntil: 'commit' })
      const drawn = await page.evaluate<number>(`bench.rowsPainted('main li.list-row', 5)`)
      return await page.evaluate<string[]>(`bench.scriptsUntil(${drawn})`)
    },
    { initScript: `bench.logInAtOnce('${DEMO_PASSWORD}')` },
  )
  return { login: await gzippedSize(login), main: await gzippedSize(main) }
}

/** Submits the form as soon as it is in the document. @param work gets the time of the login call */
const withLoginSent = <T>(
  browser: Browser,
  address: string,
  work: (page: Page, usable: number) => T | Promise<T>,
): Promise<T> =>
  onNewPage(
    browser,
    async (page) => {
      await page.goto(address, { waitUntil: 'commit' })
      await waitUntilTrue(page, 'bench.usable > 0')
      return await work(page, await page.evaluate<number>('bench.usable'))
    },
    { initScript: `bench.logInAtOnce('${DEMO_PASSWORD}')` },
  )
