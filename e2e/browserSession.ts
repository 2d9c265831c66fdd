import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as engine,
  type Page,
} from 'playwright-core'
import { afterAll, vi } from 'vitest'
import { CHROMIUM_FLAGS, chromium } from '#testing/chromium.ts'
import { PASSWORD } from '#testing/testServer.ts'

export const launchBrowser = (): Promise<Browser> =>
  engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })

/** A page in a browser profile of its own. */
export interface BrowserSession {
  page: Page
  context: BrowserContext
  /** Exceptions of the page and violations of its policies; a journey ends without any. */
  pageErrors: string[]
}

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }

/** What the policies of the pages refused in this test file: nothing, whatever a test asserts itself. */
const violations: string[] = []
afterAll(() => {
  if (violations.length > 0) throw new Error(violations.join('\n'))
})

/** Opens an empty profile, at a phone's size unless the options say otherwise. */
export async function newBrowserSession(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserSession> {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: 'es-UY',
    timezoneId: 'America/Montevideo',
    // axe would measure the contrast of half-transparent text during a fade.
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (!/Content Security Policy|Refused to|Trusted ?(?:Type|HTML|Script)/i.test(text)) return
    pageErrors.push(text)
    violations.push(text)
  })
  return { page, context, pageErrors }
}

/** @throws when a page of these sessions had an error */
export function assertNoPageErrors(sessions: readonly BrowserSession[]): void {
  const errors = sessions.flatMap(({ pageErrors }) => pageErrors)
  if (errors.length > 0) throw new Error(errors.join('\n'))
}

/** Fills and submits the login form that the page shows. */
export async function signInAs(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(`${name}@demo.surtidor.uy`)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

/** Fills and submits the card form of the gateway's hosted page. */
export async function payWith(page: Page, number: string, installments?: number): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill(number)
  await page.getByLabel('Nombre en la tarjeta').fill('Ana Pereira')
  await page.getByLabel('Vencimiento').fill('12/30')
  await page.getByLabel('Código de seguridad').fill('123')
  if (installments) await page.getByLabel('Cuotas').selectOption(String(installments))
  await page.getByRole('button', { name: /^Pagar/ }).click()
}

/** The rule and the element of each violation that axe finds on the page. */
export async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

/** Pixels by which the page is wider than the window; above 0 it scrolls sideways. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** The same with text at twice its size. */
export async function horizontalOverflowAtDoubleText(page: Page): Promise<number> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const overflow = await horizontalOverflow(page)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return overflow
}

/**
 * What axe and a doubled text size find at 360 and 1280 px, light and dark, without leaving the state
 * of the page.
 * @param state names the state in each finding
 */
export async function accessibilityProblems(page: Page, state: string): Promise<string[]> {
  const found: string[] = []
  await waitUntilIdle(page)
  const before = page.viewportSize() ?? PHONE
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      // Until the next frames some content still has the colours of the earlier scheme.
      await page.waitForTimeout(300)
      const here = await axeViolations(page)
      if ((await horizontalOverflowAtDoubleText(page)) > 0) here.push('scrolls sideways')
      found.push(...here.map((one) => `${state}, ${viewport.width} px, ${colorScheme}: ${one}`))
    }
  }
  await page.setViewportSize(before)
  return found
}

/** Waits until the network is idle and four polls in a row find nothing marked busy. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  let idlePolls = 0
  await waitUntil(async () => {
    const busy = await page.locator('[aria-busy="true"]').count()
    idlePolls = busy === 0 ? idlePolls + 1 : 0
    return idlePolls > 3
  })
}

/** Waits until the condition holds. A condition that throws does not hold yet. */
export async function waitUntil(
  condition: () => Promise<boolean>,
  milliseconds = 30_000,
): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await condition())) throw new Error('the condition does not hold')
    },
    { timeout: milliseconds, interval: 100 },
  )
}

/** axe and sideways scrolling at both widths, after a reload in each colour scheme. */
export async function problemsAfterReload(page: Page, state: string): Promise<string[]> {
  const problems: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Content off screen keeps the colours of the earlier scheme until it is drawn again.
    await page.reload()
    await page.getByRole('heading').first().waitFor()
    await waitUntilIdle(page)
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      const found = await axeViolations(page)
      if ((await horizontalOverflow(page)) > 0) found.push('scrolls sideways')
      problems.push(...found.map((one) => `${state}, ${viewport.width}, ${colorScheme}: ${one}`))
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return problems
}
