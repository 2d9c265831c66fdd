import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  axeViolations,
  DESKTOP,
  type BrowserSession,
  signInAs,
  openBrowser,
  PHONE,
  waitUntilIdle,
  openBrowserSession,
} from '#e2e/browser.ts'
import { startStack, type RunningStack } from '#testing/runningStack.ts'

/** Every screen can be read and used by everybody: axe, targets, large text, and no sideways scroll. */
let stack: RunningStack
let browser: Browser
beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await stack.remove()
})

const SCREENS = [
  'main',
  'listLoyaltyMovements',
  'movements',
  'payment',
  'readScann',
  'listPayment',
  'notification',
  'faqAuth',
  'no-such-page',
]
/** For who is not signed in; the button shows what each screen says of empty fields. */
const MAILED = 'user=ana%40demo.surtidor.uy&code=none'
const OPEN = [
  ['register', 'Seguir'],
  ['confirmAddUser', 'Confirmar mi cuenta'],
  ['confirmResetPassword', 'Guardar la contraseña'],
  [`confirmAddUser?${MAILED}`, 'Confirmar mi cuenta'],
  [`resetPwdWeb?${MAILED}`, 'Guardar la contraseña'],
  ['resetPassword', 'Mandame el código'],
] as const
/** For everybody, and only to be read. */
const READ = ['faq', 'termandCondition']
const WAYS = [PHONE, DESKTOP].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
)

/** Controls that a finger must hit, smaller than 44 px; links inside running text are spared. */
const smallTargets = ({ page }: BrowserSession) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, a[href], input, select, summary, [role="tab"], [role="radio"]',
      ),
    ]
      .filter(
        (one) =>
          one.checkVisibility() && !one.closest('p') && !one.matches('.sr-only, [type="hidden"]'),
      )
      .map((one) => ({
        box: (one.closest('label') ?? one).getBoundingClientRect(),
        name: one.outerHTML.slice(0, 90),
      }))
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      .map(({ name, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${name}`),
  )
const sideways = ({ page }: BrowserSession) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.concurrent.each(WAYS)('ana and fede, $viewport.width px, $colorScheme', async (way) => {
  for (const name of ['ana', 'fede']) {
    const desk = await openBrowserSession(browser, way)
    const { page, complaints } = desk
    await page.goto(`${stack.app}/#/main`)
    await page.getByLabel('Correo electrónico').waitFor()
    const found: string[] = (await axeViolations(page)).map((one) => `login: ${one}`)
    await signInAs(page, name)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const screen of SCREENS) {
      await page.goto(`${stack.app}/#/${screen}`)
      await waitUntilIdle(page)
      found.push(...(await axeViolations(page)).map((one) => `${screen}: ${one}`))
      found.push(...(await smallTargets(desk)).map((one) => `${screen}: small target ${one}`))
      if ((await sideways(desk)) > 0) found.push(`${screen}: scrolls sideways`)
    }
    expect(found).toEqual([])
    expect(complaints).toEqual([])
    await desk.context.close()
  }
})

test.concurrent.each(WAYS)('what is only read, $viewport.width px, $colorScheme', async (way) => {
  const desk = await openBrowserSession(browser, way)
  const { page, complaints } = desk
  const found: string[] = []
  for (const screen of READ) {
    await page.goto(`${stack.app}/#/${screen}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    found.push(...(await axeViolations(page)).map((one) => `${screen}: ${one}`))
    found.push(...(await smallTargets(desk)).map((one) => `${screen}: small target ${one}`))
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    if ((await sideways(desk)) > 0) found.push(`${screen}: scrolls sideways`)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
  expect(found).toEqual([])
  expect(complaints).toEqual([])
  await desk.context.close()
})

test.concurrent.each(WAYS)(
  'who is not signed in, $viewport.width px, $colorScheme',
  async (way) => {
    const desk = await openBrowserSession(browser, way)
    const { page, complaints } = desk
    const found: string[] = []
    for (const [screen, button] of OPEN) {
      await page.goto(`${stack.app}/#/${screen}`)
      await page.getByRole('button', { name: button }).click()
      await page.locator('[role="alert"], [aria-invalid="true"]').first().waitFor()
      found.push(...(await axeViolations(page)).map((one) => `${screen}: ${one}`))
      found.push(...(await smallTargets(desk)).map((one) => `${screen}: small target ${one}`))
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      if ((await sideways(desk)) > 0) found.push(`${screen}: scrolls sideways`)
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    }
    expect(found).toEqual([])
    expect(complaints).toEqual([])
    await desk.context.close()
  },
)

test('text at twice its size still fits a phone', async () => {
  const desk = await openBrowserSession(browser)
  const { page } = desk
  await page.goto(`${stack.app}/#/main`)
  await signInAs(page, 'ana')
  const wide: string[] = []
  for (const screen of SCREENS) {
    await page.goto(`${stack.app}/#/${screen}`)
    await waitUntilIdle(page)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    if ((await sideways(desk)) > 0) wide.push(screen)
  }
  expect(wide).toEqual([])
})

test('with a keyboard alone: in, over the menu, to a debt and before its payment', async () => {
  const { page } = await openBrowserSession(browser, { viewport: DESKTOP })
  await page.goto(`${stack.app}/#/payment`)
  await page.getByLabel('Correo electrónico').focus()
  await page.keyboard.type('ana@demo.surtidor.uy')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo-surtidor')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Pagar' }).waitFor()
  await waitUntilIdle(page)
  const debt = page
    .getByRole('listitem')
    .filter({ hasText: 'Café y alfajor' })
    .locator('a, button')
    .first()
  for (let presses = 0; presses < 60; presses++) {
    if (await debt.evaluate((one) => one === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  expect(await debt.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const go = page.getByRole('button', { name: /^Ir a pagar/ })
  await go.waitFor()
  for (let presses = 0; presses < 20; presses++) {
    if (await go.evaluate((one) => one === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  expect(await go.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await go.waitFor({ state: 'hidden' })
})
