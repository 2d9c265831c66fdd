import { join } from 'node:path'
import { type Browser, chromium as engine, type Page } from 'playwright-core'
import { median } from '#bench/interleavedRounds.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/browser/installedBrowser.ts'

/**
 * The emulated phone: processor slowdown, which `calibrate` sets, megabits per second both ways, latency in
 * ms, viewport in px.
 */
export const PHONE = { slowdown: 4, megabits: 1.6, latency: 150, width: 390, height: 844 }

/** Milliseconds of the main thread that the bare login page costs the phone. */
export const BARE_LOGIN_TIME = 197

/** A network at the edge of coverage. */
export const SLOW_NETWORK = { megabits: 0.4, latency: 400 }

/** Slows the processor down by so much that the bare login page costs it `BARE_LOGIN_TIME`, on any machine. */
export async function calibrate(browser: Browser, bareLogin: string): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const threadTime = await threadTimes(page)
    await page.goto(bareLogin, { waitUntil: 'networkidle' })
    times.push((await threadTime()).task)
    await context.close()
  }
  PHONE.slowdown = Math.max(1, BARE_LOGIN_TIME / median(times))
}

/**
 * Starts counting the processor time of a page's main thread, so that other programs do not count in it.
 * @returns reads the milliseconds until now: of `script`, and of every `task`
 */
export async function threadTimes(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    const ms = (name: string) =>
      (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000
    return { script: ms('ScriptDuration'), task: ms('TaskDuration') }
  }
}

export const launchBrowser = (): Promise<Browser> =>
  engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })

interface PageOptions {
  initScript?: string
  serviceWorkers?: 'allow' | 'block'
  network?: Pick<typeof PHONE, 'megabits' | 'latency'>
}

/**
 * Runs `visit` on a page with empty cache and storage, slowed down as PHONE says.
 * @param options.initScript runs in the page before its own scripts
 * @param options.network that of PHONE unless another one is given
 * @param options.serviceWorkers blocked unless the visit is a later one: a first visit installs the
 * worker after it has been drawn
 */
export async function onNewPage<T>(
  browser: Browser,
  visit: (page: Page) => Promise<T>,
  { initScript = '', serviceWorkers = 'block', network = PHONE }: PageOptions = {},
): Promise<T> {
  const { width, height } = PHONE
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'es-UY',
    serviceWorkers,
  })
  try {
    const page = await context.newPage()
    await page.addInitScript({ path: join(import.meta.dirname, 'pageProbe.js') })
    if (initScript) await page.addInitScript(initScript)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    const bytesPerSecond = (network.megabits * 1e6) / 8
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown })
    return await visit(page)
  } finally {
    await context.close()
  }
}

export const waitUntilTrue = (page: Page, expression: string) =>
  page.evaluate(`bench.until(() => ${expression}).then(() => true)`)

/** Waits until an idle page has preloaded its chunks and stored what is kept on the device. */
export const waitUntilIdle = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
}
