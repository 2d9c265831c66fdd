import type { Browser, Page } from 'playwright-core'
import { onNewPage, waitUntilTrue } from '#bench/browser.ts'
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

/** Gzipped bytes of the scripts that our login screen requests until it is usable. */
export async function loginScripts(browser: Browser, address: string): Promise<number> {
  const paths = await withLoginSent(browser, address, async (page, usable) => {
    // A resource is listed when it has been received.
    await page.waitForLoadState('networkidle')
    return await page.evaluate<string[]>(`bench.scriptsUntil(${usable})`)
  })
  return await gzippedSize(paths)
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
