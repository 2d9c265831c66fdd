import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import {
  assertNoPageErrors,
  type BrowserSession,
  launchBrowser,
  newBrowserSession,
  signInAs,
  waitUntilIdle,
} from '#e2e/browserSession.ts'
import { unusedTotpCode } from '#e2e/stackClient.ts'
import { type FreshDatabase, freshDatabase } from '#testing/database/freshDatabase.ts'
import { type RunningStack, startStack } from '#testing/harness/startStack.ts'
import { TEST_SECRET } from '#testing/harness/testSecret.ts'

/**
 * The running stack and the browser of a test file. At the end of a test the sessions that it opened
 * are closed; an error of one of their pages fails it.
 */
export interface FileStack extends Pick<RunningStack, 'app' | 'sandbox' | 'metrics'> {
  /** The settings with which a command of the repository works on its data. */
  readonly dataSettings: Record<string, string>
  readonly browser: Browser
  /** Opens an address below the app's, in an empty profile. Not for concurrent tests. */
  open(address: string, options?: BrowserContextOptions): Promise<BrowserSession>
  /** A driver signed in at a route of the app, when its data are drawn. */
  openAs(name: string, route: string, options?: BrowserContextOptions): Promise<BrowserSession>
  /** An operator who has entered password and second factor at an address below the app's. */
  openAsOperator(
    name: string,
    address: string,
    options?: BrowserContextOptions,
  ): Promise<BrowserSession>
}

/**
 * Starts the stack of `npm start` before the tests of a file, on a database of its own, and a browser.
 * @param settings further settings, called after the file's earlier hooks
 */
export function stackForFile(settings: () => Record<string, string> = () => ({})): FileStack {
  let database: FreshDatabase
  let stack: RunningStack
  let browser: Browser
  let sessions: BrowserSession[] = []
  beforeAll(async () => {
    database = await freshDatabase('stack')
    const env = { ...settings(), DATABASE_URL: database.url, SECRET: TEST_SECRET }
    stack = await startStack({ env })
    browser = await launchBrowser()
  })
  afterEach(async () => {
    const ended = sessions
    sessions = []
    for (const { context } of ended) await context.close()
    assertNoPageErrors(ended)
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.remove()
    await database?.close()
  })

  const open: FileStack['open'] = async (address, options) => {
    const session = await newBrowserSession(browser, options)
    sessions.push(session)
    await session.page.goto(`${stack.app}/${address}`)
    return session
  }
  return {
    get app() {
      return stack.app
    },
    get sandbox() {
      return stack.sandbox
    },
    get metrics() {
      return stack.metrics
    },
    get dataSettings() {
      return { DATABASE_URL: database.url, DATA_DIR: stack.folder, SECRET: TEST_SECRET }
    },
    get browser() {
      return browser
    },
    open,
    openAs: async (name, route, options) => {
      const session = await open(`#/${route}`, options)
      const { page } = session
      await signInAs(page, name)
      await page.waitForURL(({ hash }) => hash.startsWith(`#/${route}`))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await waitUntilIdle(page)
      return session
    },
    openAsOperator: async (name, address, options) => {
      const session = await open(address, options)
      const { page } = session
      await signInAs(page, name)
      const code = page.locator('input[autocomplete="one-time-code"]')
      await code.waitFor()
      await code.fill(await unusedTotpCode(name))
      await page.keyboard.press('Enter')
      return session
    },
  }
}
