import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  axeViolations,
  DESKTOP,
  horizontalOverflow,
  horizontalOverflowAtDoubleText,
  launchBrowser,
  newBrowserSession,
  PHONE,
  signInAs,
  waitUntilIdle,
} from '#e2e/browserSession.ts'
import { type RunningStack, startStack } from '#testing/runningStack.ts'

let stack: RunningStack
let browser: Browser
beforeAll(async () => {
  stack = await startStack()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await stack.remove()
})

const GUARDED_SCREENS = [
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
const EMAILED = 'user=ana%40demo.surtidor.uy&code=none'
/** Public forms, each with the button that shows the errors of its empty fields. */
const PUBLIC_FORMS = [
  ['register', 'Seguir'],
  ['confirmAddUser', 'Confirmar mi cuenta'],
  ['confirmResetPassword', 'Guardar la contraseña'],
  [`confirmAddUser?${EMAILED}`, 'Confirmar mi cuenta'],
  [`resetPwdWeb?${EMAILED}`, 'Guardar la contraseña'],
  ['resetPassword', 'Mandame el código'],
] as const
const PUBLIC_TEXTS = ['faq', 'termandCondition']
const VIEWS = [PHONE, DESKTOP].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
)

describe.concurrent.each(VIEWS)('accessibility at $viewport.width px, $colorScheme', (view) => {
  test.each(['ana', 'fede'])('login and the guarded screens of %s', async (name) => {
    await withPage(view, async (page) => {
      await page.goto(`${stack.app}/#/main`)
      await page.getByLabel('Correo electrónico').waitFor()
      const problems = (await axeViolations(page)).map((problem) => `login: ${problem}`)
      await signInAs(page, name)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const screen of GUARDED_SCREENS) {
        await page.goto(`${stack.app}/#/${screen}`)
        await waitUntilIdle(page)
        const found = [...(await axeViolations(page)), ...(await smallTargets(page))]
        if ((await horizontalOverflow(page)) > 0) found.push('scrolls sideways')
        problems.push(...found.map((problem) => `${screen}: ${problem}`))
      }
      return problems
    })
  })

  test('public texts, with every answer open', async () => {
    await withPage(view, async (page) => {
      const problems: string[] = []
      for (const screen of PUBLIC_TEXTS) {
        await page.goto(`${stack.app}/#/${screen}`)
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true
        })
        problems.push(...(await problemsOf(page)).map((problem) => `${screen}: ${problem}`))
      }
      return problems
    })
  })

  test('public forms with their errors', async () => {
    await withPage(view, async (page) => {
      const problems: string[] = []
      for (const [screen, button] of PUBLIC_FORMS) {
        await page.goto(`${stack.app}/#/${screen}`)
        await page.getByRole('button', { name: button }).click()
        await page.locator('[role="alert"], [aria-invalid="true"]').first().waitFor()
        problems.push(...(await problemsOf(page)).map((problem) => `${screen}: ${problem}`))
      }
      return problems
    })
  })
})

describe('accessibility on the running stack', () => {
  test('guarded screens fit a phone with text at twice its size', async () => {
    const { page } = await newBrowserSession(browser)
    await page.goto(`${stack.app}/#/main`)
    await signInAs(page, 'ana')
    const overflowing: string[] = []
    for (const screen of GUARDED_SCREENS) {
      await page.goto(`${stack.app}/#/${screen}`)
      await waitUntilIdle(page)
      if ((await horizontalOverflowAtDoubleText(page)) > 0) overflowing.push(screen)
    }
    expect(overflowing).toEqual([])
  })

  test('the keyboard alone signs in, opens a debt, reaches its payment and closes it', async () => {
    const { page } = await newBrowserSession(browser, { viewport: DESKTOP })
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
    const isFocused = (locator: typeof debt) =>
      locator.evaluate((element) => element === document.activeElement)
    for (let presses = 0; presses < 60 && !(await isFocused(debt)); presses++)
      await page.keyboard.press('Tab')
    expect(await isFocused(debt)).toBe(true)
    await page.keyboard.press('Enter')
    const payButton = page.getByRole('button', { name: /^Ir a pagar/ })
    await payButton.waitFor()
    for (let presses = 0; presses < 20 && !(await isFocused(payButton)); presses++)
      await page.keyboard.press('Tab')
    expect(await isFocused(payButton)).toBe(true)
    await page.keyboard.press('Escape')
    await payButton.waitFor({ state: 'hidden' })
  })
})

/** Runs a check in a session of its own and expects neither problems nor page errors. */
async function withPage(view: BrowserContextOptions, check: (page: Page) => Promise<string[]>) {
  const { page, context, pageErrors } = await newBrowserSession(browser, view)
  expect(await check(page)).toEqual([])
  expect(pageErrors).toEqual([])
  await context.close()
}

async function problemsOf(page: Page): Promise<string[]> {
  const problems = [...(await axeViolations(page)), ...(await smallTargets(page))]
  if ((await horizontalOverflowAtDoubleText(page)) > 0) problems.push('scrolls sideways')
  return problems
}

/** Visible controls smaller than 44 px. Links inside running text are exempt (WCAG 2.5.8). */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, a[href], input, select, summary, [role="tab"], [role="radio"]',
      ),
    ]
      .filter(
        (target) =>
          target.checkVisibility() &&
          !target.closest('p') &&
          !target.matches('.sr-only, [type="hidden"]'),
      )
      .map((target) => ({
        box: (target.closest('label') ?? target).getBoundingClientRect(),
        name: target.outerHTML.slice(0, 90),
      }))
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      .map(
        ({ name, box }) =>
          `small target ${Math.round(box.width)}x${Math.round(box.height)} ${name}`,
      ),
  )
