import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { newVisitor, waitUntilTrue } from '#bench/browser.ts'
import { BUILT } from '#bench/chunkSizes.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'

/** How a login comes up for somebody who was never here, in milliseconds since they asked for it. */
export interface LoginMeasurement {
  /** The largest contentful paint. */
  drawn: number
  /** A form filled in and sent as soon as it is seen has left for the server. */
  usable: number
}

/** Opens the login at an address twice: once to look at it, once to enter. */
export async function measureLogin(browser: Browser, address: string): Promise<LoginMeasurement> {
  const drawn = await newVisitor(browser, async (page) => {
    await page.goto(address, { waitUntil: 'networkidle' })
    await waitUntilTrue(page, 'bench.drawn > 0')
    // A larger paint may follow.
    await page.waitForTimeout(500)
    return await page.evaluate<number>('bench.drawn')
  })
  const usable = await newVisitor(
    browser,
    async (page) => {
      await page.goto(address, { waitUntil: 'commit' })
      return await entered(page)
    },
    `bench.enterAtOnce('${DEMO_PASSWORD}')`,
  )
  return { drawn, usable }
}

async function entered(page: Page): Promise<number> {
  await waitUntilTrue(page, 'bench.usable > 0')
  return await page.evaluate<number>('bench.usable')
}

/** Bytes of script, gzipped, that our login asks for until it can be used. */
export async function loginScripts(browser: Browser, address: string): Promise<number> {
  const paths = await newVisitor(
    browser,
    async (page) => {
      await page.goto(address, { waitUntil: 'commit' })
      const usable = await entered(page)
      // A script is listed when it has come.
      await page.waitForLoadState('networkidle')
      return await page.evaluate<string[]>(`bench.scriptsUntil(${usable})`)
    },
    `bench.enterAtOnce('${DEMO_PASSWORD}')`,
  )
  const texts = await Promise.all(paths.map((path) => readFile(join(BUILT, path))))
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).byteLength, 0)
}
