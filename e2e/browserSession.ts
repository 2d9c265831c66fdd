import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContextOptions,
  chromium as engine,
  firefox as firefoxEngine,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { afterEach, inject, vi } from 'vitest'
import { CARDS } from '#sandbox/cards.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/browser/installedBrowser.ts'
import { PASSWORD } from '#testing/harness/testServer.ts'

const FIREFOX_FOR_PLAYWRIGHT = join(
  import.meta.dirname,
  '../testing/browser/firefoxForPlaywright.ts',
)

let browser: Promise<Browser> | undefined
/** The browser of the Vitest project, which the test files of a process share. */
const sharedBrowser = (): Promise<Browser> => (browser ??= launchBrowser())

/** A page lives for some seconds: compiling its hot functions anew takes more time than it saves. */
const SHORT_LIVED_PAGES = '--js-flags=--no-opt,--no-maglev'

/** Playwright drives Firefox by WebDriver BiDi. */
const launchBrowser = () =>
  isFirefox()
    ? firefoxEngine.launch({
        executablePath: FIREFOX_FOR_PLAYWRIGHT,
        channel: 'moz-firefox',
        firefoxUserPrefs: {
          // What `reducedMotion` asks of Chromium.
          'ui.prefersReducedMotion': 1,
          // Without the permission the position is refused, as in Chromium's test mode; 0 would ask.
          'permissions.default.geo': 2,
        },
      })
    : engine.launch({ executablePath: chromium(), args: [...CHROMIUM_FLAGS, SHORT_LIVED_PAGES] })

/** A page in a browser profile of its own. */
export type BrowserSession = Awaited<ReturnType<typeof newBrowserSession>>

/** The requests of each page that have no answer yet. */
const unanswered = new WeakMap<Page, Set<Request>>()

/** The longest wait for a condition, in milliseconds; only what fails takes as long. */
export const TIMEOUT_MS = 240_000

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }

/**
 * Opens browser sessions for the tests of a file. At the end of a test they are closed; an error of one
 * of their pages fails it. Not for concurrent tests.
 */
export function sessionsForFile() {
  let sessions: BrowserSession[] = []
  afterEach(async () => {
    const ended = sessions
    sessions = []
    for (const { context } of ended) await context.close()
    const errors = ended.flatMap(({ pageErrors }) => pageErrors)
    if (errors.length > 0) throw new Error(errors.join('\n'))
  })
  return async (...given: Parameters<typeof newBrowserSession>) => {
    const session = await newBrowserSession(...given)
    sessions.push(session)
    return session
  }
}

/** Opens an empty profile, at a phone's size unless the options say otherwise. */
export async function newBrowserSession(options: BrowserContextOptions = {}, given?: Browser) {
  const browser = given ?? (await sharedBrowser())
  const context = await browser.newContext({
    viewport: PHONE,
    locale: 'es-UY',
    timezoneId: 'America/Montevideo',
    // axe would measure the contrast of half-transparent text during a fade.
    reducedMotion: 'reduce',
    // `page.route` does not see what a service worker answers; its own tests allow it.
    serviceWorkers: 'block',
    ...options,
  })
  // Of every page that it opens.
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  const requests = new Set<Request>()
  unanswered.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  const pageErrors: string[] = []
  const isIcon = (text: string) => text.includes('/favicon.ico')
  page.on('pageerror', ({ message }) => {
    // Firefox asks for an icon of each page, also of those that name none.
    if (!isIcon(message)) pageErrors.push(message)
  })
  page.on('console', (message) => {
    const text = message.text()
    if (isIcon(text)) return
    if (/Content Security Policy|Refused to|Trusted ?(?:Type|HTML|Script)/i.test(text))
      pageErrors.push(text)
  })
  /** `pageErrors`: exceptions of the page and violations of its policies; a journey ends without any. */
  return { page, context, pageErrors }
}

/** Fills and submits the login form that the page shows. */
export async function signInAs(page: Page, name: string, password = PASSWORD): Promise<void> {
  await replaceText(page.getByLabel('Correo electrónico'), `${name}@demo.surtidor.uy`)
  await replaceText(page.getByLabel('Contraseña', { exact: true }), password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

/** Replaces what a field holds. In Firefox, over WebDriver BiDi, `fill` adds to it. */
async function replaceText(field: Locator, text: string): Promise<void> {
  if ((await field.inputValue()) !== '') {
    await field.press('ControlOrMeta+a')
    await field.press('Delete')
  }
  await field.fill(text)
}

export const DEBIT_CARD = CARDS.find(({ type }) => type === 'D')?.number ?? ''

/** Fills and submits the card form of the gateway's hosted page. */
export async function payWith(page: Page, number = DEBIT_CARD, installments = 1): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill(number)
  await page.getByLabel('Nombre en la tarjeta').fill('Ana Pereira')
  await page.getByLabel('Vencimiento').fill('12/30')
  await page.getByLabel('Código de seguridad').fill('123')
  if (installments > 1) await page.getByLabel('Cuotas').selectOption(String(installments))
  await page.getByRole('button', { name: /^Pagar/ }).click()
}

/**
 * Chromium's findings stand for both browsers: a process of Firefox ESR ends when the styles of `drawAtOnce`
 * meet a running transition, as in the sheet of the spending code.
 */
const isFirefox = () => inject('browser') === 'firefox'

/**
 * The rule and the element of each violation that axe finds on the page. During the analysis nothing
 * is animated and everything is drawn: else axe would read the colours of an earlier scheme or of a
 * half-transparent text.
 * @param rules those of axe to apply; none applies all
 */
export async function axeViolations(page: Page, rules: string[] = []): Promise<string[]> {
  if (isFirefox()) return []
  const axeIsLoaded = await page.evaluate(drawAtOnce)
  const axe = new AxeBuilder(axeIsLoaded ? { page, axeSource: 'void 0' } : { page })
    // The default mode opens a second page for the results, which only frames of other origins need.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'], ...(rules.length > 0 && { runOnly: rules }) })
  const { violations } = await axe.analyze()
  await page.evaluate(drawAsBefore)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

/**
 * Runs in the page. Adopts styles without animations, transitions and deferred drawing, and waits
 * until a frame with them is drawn. Content that appears later is drawn as it stays, too.
 * @returns whether the page has loaded axe
 */
async function drawAtOnce(): Promise<boolean> {
  const styles = new CSSStyleSheet()
  styles.replaceSync(
    `*, ::before, ::after, ::backdrop {
      animation: none !important;
      transition: none !important;
      content-visibility: visible !important;
    }`,
  )
  document.adoptedStyleSheets.push(styles)
  for (let frames = 0; frames < 2; frames++)
    await new Promise((drawn) => requestAnimationFrame(drawn))
  return 'axe' in window
}

/** Runs in the page, after `drawAtOnce`. */
function drawAsBefore(): void {
  document.adoptedStyleSheets.pop()
}

/** Whether the page is wider than the window, with text at its size and at twice its size. */
export const sidewaysScrolling = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    return ['200%', ''].flatMap((fontSize) => {
      root.style.fontSize = fontSize
      const isWider = root.scrollWidth > innerWidth
      return isWider ? [`scrolls sideways with text at ${fontSize || 'its size'}`] : []
    })
  })

/** A phone in light colours and a desktop in dark ones. */
const VIEWS = [
  [PHONE, 'light'],
  [DESKTOP, 'dark'],
] as const

/** What a check finds in the first views: by default at 360 px and at 1280 px. The state stays. */
export async function problemsInViews(
  page: Page,
  state: string,
  check: (page: Page) => Promise<string[]>,
  views: number = VIEWS.length,
): Promise<string[]> {
  const before = page.viewportSize() ?? PHONE
  const problems: string[] = []
  for (const [viewport, colorScheme] of VIEWS.slice(0, views)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    // Another width may draw parts that load first.
    if (viewport !== PHONE) await waitUntilIdle(page)
    const found = await check(page)
    problems.push(...found.map((one) => `${state}, ${viewport.width} px, ${colorScheme}: ${one}`))
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(before)
  return problems
}

/** What axe finds in both views, and sideways scrolling, also with text at twice its size. */
export async function accessibilityProblems(page: Page, state: string): Promise<string[]> {
  if (isFirefox()) return []
  await waitUntilIdle(page)
  return await problemsInViews(page, state, async () => [
    ...(await axeViolations(page)),
    ...(await sidewaysScrolling(page)),
  ])
}

/** Waits until six frames in a row find no request without an answer and nothing marked busy. */
export async function waitUntilIdle(page: Page): Promise<void> {
  let idlePolls = 0
  await vi.waitFor(
    async () => {
      const waiting = unanswered.get(page)?.size ?? 0
      const isIdle = waiting === 0 && (await page.evaluate(hasTwoIdleFrames))
      idlePolls = isIdle ? idlePolls + 1 : 0
      if (idlePolls < 3) throw new Error(`${waiting} requests without an answer`)
    },
    { timeout: TIMEOUT_MS, interval: 1 },
  )
}

/** Runs in the page. */
async function hasTwoIdleFrames(): Promise<boolean> {
  for (let frames = 0; frames < 2; frames++) {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    if (document.querySelector('[aria-busy="true"]')) return false
  }
  return true
}

/**
 * Loads an address in a new document, also after one that differs by its hash only. Firefox may abort a
 * reload that follows a change of the hash.
 */
export async function loadAnew(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
  await waitUntilIdle(page)
}

/** Waits until the service worker has stored everything and serves the page. */
export const workerIsActive = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    const controlled = new Promise((changed) => {
      serviceWorker.addEventListener('controllerchange', changed, { once: true })
    })
    if (!serviceWorker.controller) await controlled
    await serviceWorker.ready
  })

/** Waits until the condition holds. A condition that throws does not hold yet. */
export async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await condition())) throw new Error(`does not hold: ${condition.toString()}`)
    },
    { timeout: TIMEOUT_MS, interval: 100 },
  )
}
