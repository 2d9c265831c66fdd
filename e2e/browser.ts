import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as engine,
  type Page,
} from 'playwright-core'
import { eventually } from '#testing/runningStack.ts'
import { PASSWORD } from '#testing/testServer.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/chromium.ts'

export const openBrowser = (): Promise<Browser> =>
  engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })

/** A person's phone or desk, and what their browser complained about. */
export interface BrowserSession {
  page: Page
  context: BrowserContext
  /** Broken policies and exceptions: a journey ends without any. */
  complaints: string[]
}

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }

/** A fresh profile at a phone's size. */
export async function openBrowserSession(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserSession> {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: 'es-UY',
    timezoneId: 'America/Montevideo',
    // What fades in is not yet what it will be: pictures and axe look at the end of it.
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to|Trusted Type/i.test(message.text()))
      complaints.push(message.text())
  })
  return { page, context, complaints }
}

/** Fills the login that is on the screen. */
export async function signInAs(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(`${name}@demo.surtidor.uy`)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

/** Types a card at the gateway's page and pays. */
export async function payWith(page: Page, number: string, installments?: number): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill(number)
  await page.getByLabel('Nombre en la tarjeta').fill('Ana Pereira')
  await page.getByLabel('Vencimiento').fill('12/30')
  await page.getByLabel('Código de seguridad').fill('123')
  if (installments) await page.getByLabel('Cuotas').selectOption(String(installments))
  await page.getByRole('button', { name: /^Pagar/ }).click()
}

/** axe's own findings on what is drawn now, each with where it stands. */
export async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

/** Nothing moves any more and nothing waits, for a moment long enough to be believed. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  let still = 0
  await eventually(async () => {
    const busy = await page.locator('[aria-busy="true"]').count()
    still = busy === 0 ? still + 1 : 0
    return still > 3
  })
}
