import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { onNewPage, waitUntilTrue } from '#bench/browser.ts'
import { BUILT } from '#bench/chunkSizes.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/** Times of the login screen with an empty cache, in milliseconds since the navigation began. */
export interface LoginMeasurement {
  /** Largest contentful paint. */
  drawn: number
  /** The login call of a form that is submitted as soon as it is in the document. */
  usable: number
}

/** Opens the login screen twice: the submission would end the observation of the paint. */
export async function measureLogin(browser: Browser, address: string): Promise<LoginMeasurement> {
  const drawn = await onNewPage(browser, async (page) => {
    await page.goto(address, { waitUntil: 'networkidle' })
    await waitUntilTrue(page, 'bench.drawn > 0')
    // A larger paint may follow the first one.
    await page.waitForTimeout(500)
    return await page.evaluate<number>('bench.drawn')
  })
  const usable = await onNewPage(
    browser,
    async (page) => {
      await page.goto(address, { waitUntil: 'commit' })
      return await loginSent(page)
    },
    { initScript: `bench.logInAtOnce('${DEMO_PASSWORD}')` },
  )
  return { drawn, usable }
}

async function loginSent(page: Page): Promise<number> {
  await waitUntilTrue(page, 'bench.usable > 0')
  return await page.evaluate<number>('bench.usable')
}

/** Gzipped bytes of the scripts that our login screen requests until it is usable. */
export async function loginScripts(browser: Browser, address: string): Promise<number> {
  const paths = await onNewPage(
    browser,
    async (page) => {
      await page.goto(address, { waitUntil: 'commit' })
      const usable = await loginSent(page)
      // A resource is listed when it has been received.
      await page.waitForLoadState('networkidle')
      return await page.evaluate<string[]>(`bench.scriptsUntil(${usable})`)
    },
    { initScript: `bench.logInAtOnce('${DEMO_PASSWORD}')` },
  )
  const texts = await Promise.all(paths.map((path) => readFile(join(BUILT, path))))
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).byteLength, 0)
}
