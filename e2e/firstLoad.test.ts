import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { movements } from '#contract/financial/movements.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { login } from '#contract/user/login.ts'
import { ANA, APP_URL, type AppPage, stubbedAppForFile } from '#e2e/stubbedApp.ts'
import { type Name, PASSWORD, stubSessions } from '#e2e/stubbedSessions.ts'
import { aLoyalty, aMovement } from '#testing/fixtures/entities.ts'

const browserApp = stubbedAppForFile()

let app: AppPage
let page: Page
/** Policy violations, hydration errors and exceptions of the page. */
let pageErrors: string[]
let endedSessions: Set<string>
beforeEach(async () => {
  pageErrors = []
  app = await browserApp.newPage({ height: 760, session: null, now: null })
  endedSessions = stubSessions(app)
  page = app.page
  page.on('pageerror', (error) => pageErrors.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.includes('al invocar login')) pageErrors.push(text)
  })
  return () => {
    if (pageErrors.length > 0) throw new Error(pageErrors.join('\n'))
  }
})

/** Requests with the right password. */
const logins = () => app.requests(login).filter(({ password }) => password === PASSWORD).length
const emailField = () => page.getByLabel('Correo electrónico')
const passwordField = () => page.getByLabel('Contraseña', { exact: true })
const submitButton = () => page.getByRole('button', { name: 'Ingresar' })
const waitForHash = (hash: string) =>
  page.waitForFunction((expected) => location.hash === expected, hash)
const title = () => page.getByRole('heading', { level: 1 }).innerText()
/** Whether localStorage and sessionStorage hold a session. */
const storedSessions = () =>
  page.evaluate(() =>
    [localStorage, sessionStorage].map((storage) => storage.getItem('currentUser') !== null),
  )
const goto = (hash = '') => page.goto(`${APP_URL}${hash}`)
/** Opens the address anew while its scripts are held back; resolves before they arrive. */
async function gotoWithoutScripts(hash = ''): Promise<() => void> {
  await page.goto('about:blank')
  const release = app.holdScripts()
  await page.goto(`${APP_URL}${hash}`, { waitUntil: 'commit' })
  return release
}
async function signIn(name: Name) {
  await emailField().fill(`${name}@demo.surtidor.uy`)
  await passwordField().fill(PASSWORD)
  await submitButton().click()
}

describe('login before the app script has loaded', () => {
  test('the form is drawn, and keeps what was typed when the script takes it over', async () => {
    const release = await gotoWithoutScripts('#/movements')
    await emailField().fill('ana@demo.surtidor.uy')
    await passwordField().fill('demo')
    const field = await emailField().elementHandle()
    release()
    await waitForHash('#/login?returnUrl=%2Fmovements')
    // The button works only once the script does.
    await page.getByRole('button', { name: 'Mostrar la contraseña' }).click()
    await page.locator('input[name=password][type=text]').waitFor()
    expect(await page.locator('input[name=password]').inputValue()).toBe('demo')
    expect(
      await field?.evaluate((node) => [node.isConnected, (node as HTMLInputElement).value]),
    ).toEqual([true, 'ana@demo.surtidor.uy'])
  })

  test('the form is sent at once when submitted, and its answer used by the script', async () => {
    const release = await gotoWithoutScripts()
    await page.getByLabel('Recordarme').check()
    await signIn('ana')
    await expect.poll(logins).toBe(1)
    const spinner = submitButton().evaluate(
      (button) => getComputedStyle(button, '::before').content,
    )
    expect(await spinner).toBe('""')
    // A second click sends no second login.
    await submitButton().click()
    expect(page.url()).toBe(APP_URL)
    release()
    await waitForHash('#/main')
    expect(await storedSessions()).toEqual([true, false])
    expect(logins()).toBe(1)
  })

  test('shows the refusal of an early login', async () => {
    const release = await gotoWithoutScripts()
    await emailField().fill('ana@demo.surtidor.uy')
    await passwordField().fill('wrong')
    await submitButton().click()
    release()
    expect(await page.getByRole('alert').innerText()).toBe('No se puede.')
  })

  test('the form is sent again when a field was corrected after an early login', async () => {
    const release = await gotoWithoutScripts()
    await emailField().fill('ana@demo.surtidor.uy')
    await passwordField().fill('wrong')
    await submitButton().click()
    await passwordField().fill(PASSWORD)
    release()
    await waitForHash('#/main')
    expect(logins()).toBe(1)
  })

  test('the form is not sent without a password; the field shows the error', async () => {
    const release = await gotoWithoutScripts()
    await emailField().fill('ana@demo.surtidor.uy')
    await submitButton().click()
    release()
    await page.getByText('Escribí tu contraseña.').waitFor()
    expect(app.requests(login)).toEqual([])
  })
})

describe('loading with a stored session', () => {
  test('never shows login', async () => {
    await goto('#/login')
    await signIn('ana')
    await waitForHash('#/main')
    expect(await storedSessions()).toEqual([false, true])
    const release = await gotoWithoutScripts('#/main')
    await page.waitForFunction(() => document.querySelector('#root > *') !== null)
    expect(await submitButton().isVisible()).toBe(false)
    release()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => location.hash)).toBe('#/main')
  })

  test('requests the chunks and the first query of the route beside the app script', async () => {
    const { roles: _, loyalties: none, ...profile } = ANA.user
    const user = { ...profile, userSessionToken: 'ana-1' }
    app.stub(login, { user, loyalties: [...none, aLoyalty()], secondFactor: 'none' })
    app.stub(loyalties, { loyalties: [aLoyalty()] })
    app.stub(movements, { movements: [aMovement()], next: '' })
    await goto('#/movements')
    await signIn('ana')
    await waitForHash('#/movements')
    await page.goto('about:blank')
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    const release = await gotoWithoutScripts('#/movements')
    for (const chunk of ['index', 'App', 'shared', 'movements', 'tokens'])
      await expect
        .poll(() => paths.some((path) => path.includes(`/${chunk}-`)), { message: chunk })
        .toBe(true)
    await expect.poll(() => app.requests(movements).length).toBe(2)
    release()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Estación Ombú').first().waitFor()
    // One at sign-in and one of the inline script, whose answer the screen uses.
    expect(app.requests(movements)).toHaveLength(2)
  })

  // To build a schema takes a slow phone 0.1 ms: what an unused call needs is built at its first use.
  test('builds few schemas before home is drawn', async () => {
    await page.addInitScript(() => {
      const add = Reflect.get(Set.prototype, 'add')
      const built = { count: 0, atFirst: 0 }
      Object.assign(globalThis, { built })
      // Each schema and check of Zod enters its kinds into a set of its own.
      Object.assign(Set.prototype, {
        add(value: unknown) {
          if (value === '$ZodType' || value === '$ZodCheck') built.count += 1
          return add.call(this, value)
        },
      })
      new MutationObserver(() => {
        if (document.documentElement.dataset.first === 'drawn') built.atFirst ||= built.count
      }).observe(document, { attributes: true, subtree: true })
    })
    await goto('#/main')
    await signIn('ana')
    await waitForHash('#/main')
    await page.reload()
    const built = await page.waitForFunction(
      () => (globalThis as unknown as { built: { atFirst: number } }).built.atFirst,
    )
    expect(await built.jsonValue()).toBeLessThan(250)
  })

  test.each(['index', 'App'])(
    'offers to try again when the %s chunk does not load',
    async (chunk) => {
      await goto('#/listPayment')
      await signIn('ana')
      await waitForHash('#/listPayment')
      let answer: 'abort' | 'fallback' = 'abort'
      // Without its route, a request that is on its way would leave for the network.
      await page.route(`**/assets/${chunk}-*.js`, (route) => route[answer]())
      await page.reload({ waitUntil: 'commit' })
      const retry = page.getByRole('button', { name: 'Probar de nuevo' })
      await retry.waitFor()
      answer = 'fallback'
      await retry.click()
      await expect.poll(title).toBe('Mis pagos')
      expect(pageErrors.splice(0).filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
    },
  )

  test("ignores a script that is not the app's and does not load", async () => {
    await page.route('**/nowhere.js', (route) => route.abort())
    await page.goto(APP_URL, { waitUntil: 'commit' })
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const script = document.createElement('script')
          script.src = '/nowhere.js'
          script.addEventListener('error', resolve)
          document.head.append(script)
        }),
    )
    expect(await page.locator('#unreached').isVisible()).toBe(false)
    expect(await submitButton().isVisible()).toBe(true)
    expect(pageErrors.splice(0).filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
  })
})

describe('session', () => {
  test('keeps the form and the return address after a wrong password', async () => {
    await goto('#/payment?geopayResponse=e30')
    await emailField().fill('ana@demo.surtidor.uy')
    await passwordField().fill('wrong')
    await passwordField().press('Enter')
    expect(await page.getByRole('alert').innerText()).toBe('No se puede.')
    expect([await emailField().inputValue(), await passwordField().inputValue()]).toEqual([
      'ana@demo.surtidor.uy',
      'wrong',
    ])
    await passwordField().fill(PASSWORD)
    await passwordField().press('Enter')
    // The gateway's message moves from the address to the history entry.
    await waitForHash('#/payment')
    expect(
      await page.evaluate(() => (history.state as { geopayResponse?: string }).geopayResponse),
    ).toBe('{}')
  })

  test('signing out asks for confirmation and leads to login without a returnUrl', async () => {
    await goto('#/listPayment')
    await signIn('ana')
    await waitForHash('#/listPayment')
    const openSignOut = async () => {
      await page.getByRole('button', { name: 'Abrir el menú' }).click()
      await page.locator('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    }
    await openSignOut()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    expect(endedSessions.size).toBe(0)
    await openSignOut()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await waitForHash('#/login')
    expect([endedSessions.size, await storedSessions()]).toEqual([1, [false, false]])
  })

  test('an expired session leads to login with a message, and back after signing in', async () => {
    await goto('#/map')
    await signIn('ana')
    await waitForHash('#/map')
    endedSessions.add('ana-1')
    await page.evaluate(() => {
      location.hash = '#/listPayment'
    })
    await waitForHash('#/login?returnUrl=%2FlistPayment')
    await expect.poll(() => page.getByText('Tu sesión venció').isVisible()).toBe(true)
    await signIn('ana')
    await waitForHash('#/listPayment')
  })
})

describe('routes', () => {
  test('an open route shows its screen without a session', async () => {
    await goto('#/nowhere')
    expect(await title()).toBe('No encontramos esa página')
    await goto('#/register')
    await expect.poll(title).toBe('Creá tu cuenta')
  })

  test('a route that a role may not open leads to its first page', async () => {
    await goto('#/login?returnUrl=//evil.example')
    await signIn('carla')
    await waitForHash('#/listDrivers')
    await goto('#/movements')
    await waitForHash('#/listDrivers')
  })

  test('the app shows an operator the way to the console', async () => {
    await goto()
    await signIn('diego')
    await page.getByText('Tu lugar es la consola').waitFor()
  })
})
