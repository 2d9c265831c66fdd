import lighthouse from 'lighthouse'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stackForFile } from '#e2e/stackForFile.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/browser/installedBrowser.ts'
import { PASSWORD } from '#testing/harness/testServer.ts'

type Category = 'performance' | 'accessibility' | 'best-practices'

/** A browser that Lighthouse drives: it speaks Puppeteer's protocol and not Playwright's. */
const launchForLighthouse = (): Promise<Browser> =>
  launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })

/** Without the waits for late paints and tasks, which only the performance needs, in milliseconds. */
const WITHOUT_WAITS = {
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 250,
  cpuQuietThresholdMs: 250,
  disableFullPageScreenshot: true,
}

/** Runs of Lighthouse on one address until one has a complete trace. */
const MAX_TRIES = 3

/**
 * Loads an address and audits it with Lighthouse's mobile profile.
 * @param isSignedIn keeps the session, and with it the cache that the login has filled
 */
async function audit(page: Page, address: string, onlyCategories: Category[], isSignedIn: boolean) {
  const waits = onlyCategories.includes('performance') ? {} : WITHOUT_WAITS
  const settings = { onlyCategories, disableStorageReset: isSignedIn, ...waits }
  const flags = { output: 'json', logLevel: 'error' } as const
  const config = { extends: 'lighthouse:default', settings }
  const load = async () => {
    const result = await lighthouse(address, flags, config, page)
    if (!result) throw new Error(`Lighthouse has no result for ${address}`)
    return result.lhr
  }
  let report = await load()
  // Chromium sometimes writes no start of the navigation into the trace: Lighthouse asks for another run.
  for (let tries = 1; tries < MAX_TRIES && report.runtimeError?.code === 'NO_NAVSTART'; tries++)
    report = await load()
  const { categories, audits, runtimeError } = report
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`)
  const failures = Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id: name, weight }) => weight > 0 && (audits[name]?.score ?? 1) < 1)
      .map(({ id: name }) => `${id}: ${name} ${JSON.stringify(audits[name]?.details ?? '')}`),
  )
  const scores: Partial<Record<Category, number>> = Object.fromEntries(
    Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
  )
  return {
    /** From 0 to 100, by category. */
    scores,
    /** Milliseconds under the simulated network and processor. */
    largestPaint: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    /** Milliseconds over 50 of the main thread's long tasks, summed. */
    blockingTime: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    /** The audits that cost points, as `category: audit elements`, without performance. */
    failures: failures.filter((failure) => !failure.startsWith('performance')),
  }
}

/** Signs a demo person in and waits until the first screen is drawn. */
async function signInForLighthouse(page: Page, app: string, name: string): Promise<void> {
  // From another route of the app only the hash would change, and nothing would be loaded.
  await page.goto('about:blank')
  await page.goto(`${app}/#/main`, { waitUntil: 'networkidle0' })
  await page.type('[name=email]', `${name}@demo.surtidor.uy`)
  await page.type('[name=password]', PASSWORD)
  await page.click('[type=submit]')
  await page.waitForFunction("location.hash === '#/main' && document.querySelector('main h1')")
  await page.waitForNetworkIdle()
}

const stack = stackForFile()

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await launchForLighthouse()
  page = await browser.newPage()
})
afterAll(() => browser?.close())

/** The audits that cost points; the performance depends on the machine and has a bench. */
async function failuresOf(addresses: readonly string[], isSignedIn: boolean) {
  const found: Record<string, unknown> = {}
  for (const address of addresses) {
    const { scores, failures } = await audit(
      page,
      `${stack.app}${address}`,
      ['accessibility', 'best-practices'],
      isSignedIn,
    )
    const isPerfect = scores.accessibility === 100 && scores['best-practices'] === 100
    if (!isPerfect) found[address] = { scores, failures }
  }
  return found
}

describe('Lighthouse gives 100 for accessibility and best practices', () => {
  // `npm run bench -- lighthouse` audits every open route, and payments and map too.
  test('on the login of each client program', async () => {
    expect(await failuresOf(['/#/login', '/consola/'], false)).toEqual({})
  })

  test('on home', async () => {
    await signInForLighthouse(page, stack.app, 'ana')
    expect(await failuresOf(['/#/main'], true)).toEqual({})
  })
})
