import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SECTIONS } from '#app/features/profile/profileSections.ts'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { canAccess, ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import { narrowProblems, screenProblems, tabProblems } from '#e2e/accessibilityChecks.ts'
import { DESKTOP, PHONE, signInAs, waitUntilIdle } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()

/** The screens of a driver, each part of Mis Datos, the form to join, and an unknown address. */
const DRIVER_SCREENS = [
  ...GUARDED_PAGES.filter((path) => canAccess([ROLES[USER]], path)),
  ...Object.keys(SECTIONS).map((section) => `/editUser?section=${section}`),
  '/listLoyalty?programme=uber',
  '/no-such-page',
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
const PUBLIC_TEXTS = ['home', 'faq', 'termandCondition']

/** The faults of both views, and those on a small phone. */
const problemsIn = async (page: Page, screen: string) => [
  ...(await screenProblems(page, screen)),
  ...(await narrowProblems(page, screen)),
]

describe('accessibility, light at 360 px and dark at 1280 px', () => {
  test('login and every screen of a driver have no violation', async () => {
    const { page } = await stack.newSession()
    await page.goto(`${stack.app}/#/main`)
    await page.getByLabel('Correo electrónico').waitFor()
    const problems = await problemsIn(page, 'login')
    await signInAs(page, 'ana')
    await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
    for (const screen of DRIVER_SCREENS) {
      await visit(page, screen)
      problems.push(...(await problemsIn(page, screen)))
    }
    expect(problems).toEqual([])
  })

  test('a screen with nothing to show has no violation', async () => {
    const { page } = await stack.newSession({ viewport: PHONE })
    await page.goto(`${stack.app}/#/main`)
    await signInAs(page, 'fede')
    await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
    const problems: string[] = []
    for (const screen of DRIVER_SCREENS) {
      await visit(page, screen)
      // The same components as with data, on fewer of them: one view is enough.
      problems.push(...(await screenProblems(page, screen, 1)))
    }
    expect(problems).toEqual([])
  })

  test('public texts have no violation with every answer open', async () => {
    const { page } = await stack.newSession()
    const problems: string[] = []
    for (const screen of PUBLIC_TEXTS) {
      await page.goto(`${stack.app}/#/${screen}`)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      problems.push(...(await problemsIn(page, screen)))
    }
    expect(problems).toEqual([])
  })

  test('public forms with their errors have no violation', async () => {
    const { page } = await stack.newSession()
    const problems: string[] = []
    for (const [screen, button] of PUBLIC_FORMS) {
      await page.goto(`${stack.app}/#/${screen}`)
      await page.getByRole('button', { name: button }).click()
      await page.locator('[role="alert"], [aria-invalid="true"]').first().waitFor()
      problems.push(...(await problemsIn(page, screen)))
    }
    expect(problems).toEqual([])
  })
})

/** The action that each screen is opened for. */
const PRIMARY_ACTIONS: [screen: string, action: (main: Locator) => Locator][] = [
  ['/main', (main) => main.getByRole('link', { name: 'Ver y pagar' })],
  ['/listLoyaltyMovements', (main) => main.getByRole('button', { name: /^Super/ }).first()],
  ['/movements', (main) => main.getByRole('button', { name: /^Super/ }).first()],
  ['/payment', (main) => main.getByRole('button', { name: /^Café y alfajor/ })],
  // A phone begins with the camera, a wide window with typing.
  ['/readScann', (main) => main.getByRole('button', { name: /^(Abrir la cámara|Ver el pago)$/ })],
  ['/paymentScann', (main) => main.getByRole('radio', { checked: true })],
  ['/listPayment', (main) => main.getByRole('button', { name: /^Cubierta/ }).first()],
  ['/map', (main) => main.getByRole('searchbox', { name: 'Buscar una estación' })],
  ['/notification', (main) => main.getByRole('link', { name: /Lavado completo/ }).first()],
  ['/promotion', (main) => main.getByRole('button', { name: /Lavado completo/ }).first()],
  ['/loyalty', (main) => main.getByRole('button', { name: 'Ver el código en grande' })],
  ['/listLoyalty', (main) => main.getByRole('link', { name: /^Surtidor Club/ })],
  ['/commnents', (main) => main.getByRole('button', { name: 'Enviar' })],
  ['/faqAuth', (main) => main.locator('summary').nth(3)],
  ['/editUser', (main) => main.getByRole('link', { name: /^Tus datos/ })],
  [
    '/editUser?section=profile',
    (main) => main.getByRole('button', { name: 'Guardar los cambios' }),
  ],
  ['/editUser?section=email', (main) => main.getByRole('button', { name: 'Mandar los códigos' })],
  ['/editUser?section=password', (main) => main.getByRole('button', { name: /^Cambiar/ })],
  ['/editUser?section=bank', (main) => main.getByRole('button', { name: 'Guardar la cuenta' })],
  ['/editUser?section=notifications', (main) => main.getByLabel('Vales: en la app')],
  ['/editUser?section=data', (main) => main.getByRole('button', { name: 'Borrar mi cuenta' })],
]
const PUBLIC_ACTIONS: typeof PRIMARY_ACTIONS = [
  ['/login', (main) => main.getByRole('button', { name: 'Ingresar' })],
  ['/register', (main) => main.getByRole('button', { name: 'Seguir' })],
  ['/resetPassword', (main) => main.getByRole('button', { name: 'Mandame el código' })],
  ['/confirmAddUser', (main) => main.getByRole('button', { name: 'Confirmar mi cuenta' })],
  ['/confirmResetPassword', (main) => main.getByRole('button', { name: /^Guardar/ })],
  ['/resetPwdWeb', (main) => main.getByRole('button', { name: /^Guardar/ })],
  ['/home', (main) => main.getByRole('link', { name: 'Crear mi cuenta' })],
  ['/faq', (main) => main.locator('summary').nth(3)],
  ['/termandCondition', (main) => main.page().getByRole('link', { name: 'Preguntas frecuentes' })],
]

describe('accessibility by keyboard', () => {
  test.each([PHONE, DESKTOP])(
    'Tab reaches the action of each screen, with a focus in sight, %o',
    async (viewport) => {
      const { page } = await stack.newSession({ viewport })
      const problems: string[] = []
      const check = async ([screen, action]: (typeof PRIMARY_ACTIONS)[number]) => {
        await visit(page, screen)
        problems.push(...(await tabProblems(page, action(page.getByRole('main')), screen)))
      }
      for (const one of PUBLIC_ACTIONS) await check(one)
      await page.goto(`${stack.app}/#/main`)
      await signInAs(page, 'ana')
      await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
      for (const one of PRIMARY_ACTIONS) await check(one)
      expect(problems).toEqual([])
    },
  )
})

/** Opens a route of the app and waits until its data are drawn. */
async function visit(page: Page, screen: string): Promise<void> {
  await page.goto(`${stack.app}/#${screen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitUntilIdle(page)
}
