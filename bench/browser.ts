import { join } from 'node:path'
import { type Browser, chromium as engine, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, chromium } from '#testing/chromium.ts'

/** A cheap phone on a middling network: what the figures of the screens are for. */
export const PHONE = { slower: 4, megabits: 1.6, latency: 150, width: 390, height: 844 }

export const openBrowser = (): Promise<Browser> =>
  engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })

/** A new person's browser, with nothing in its cache or storage, as slow as PHONE. */
export async function newVisitor<T>(
  browser: Browser,
  visit: (page: Page) => Promise<T>,
  before = '',
): Promise<T> {
  const { width, height } = PHONE
  const context = await browser.newContext({ viewport: { width, height }, locale: 'es-UY' })
  try {
    const page = await context.newPage()
    await page.addInitScript({ path: join(import.meta.dirname, 'pageProbe.js') })
    if (before) await page.addInitScript(before)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    const bytesPerSecond = (PHONE.megabits * 1e6) / 8
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: PHONE.latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slower })
    return await visit(page)
  } finally {
    await context.close()
  }
}

/** Waits until an expression of the page is true. */
export const waitUntilTrue = (page: Page, expression: string) =>
  page.evaluate(`bench.until(() => ${expression})`)
