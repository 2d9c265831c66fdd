import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { kindOf } from '#contract/console/objectKinds.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { notifications } from '#contract/user/notifications.ts'
import {
  accessibilityProblems,
  type BrowserSession,
  DESKTOP,
  signInAs,
  waitUntil,
  waitUntilIdle,
} from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()

/** An operator in the console, signed in with password and second factor. */
async function signInToConsole(name: string, hash = ''): Promise<BrowserSession> {
  const session = await stack.openAsOperator(name, `consola/${hash}`, { viewport: DESKTOP })
  await session.page.waitForURL(/#\/(home|requests)/)
  return session
}

/** An entry of the menu, with or without a count. */
const menuEntry = (page: Page, title: string) =>
  page.locator('aside').getByRole('link', { name: new RegExp(`^${title}(?:$|\\s*,)`) })

/** Opens Fede's request and authorises it with the keyboard. */
async function authorise(page: Page, observations: string): Promise<void> {
  await page.getByRole('button', { name: 'Federico Cabrera' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Federico Cabrera', exact: true })
  await sheet.getByLabel('Observaciones').fill(observations)
  await sheet.getByRole('button', { name: 'Autorizar' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: /^¿Autorizar la solicitud/ })
  await dialog.getByRole('button', { name: 'Ok' }).press('Enter')
  await page.getByText('Autorizaste la solicitud de Federico Cabrera.').waitFor()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Federico Cabrera' }).waitFor({ state: 'detached' })
}

describe('console journeys', () => {
  test('sponsor and network authorise a membership request', async () => {
    const fede = await stack.clientOf('fede')
    const vehicle = { mark: 'fiat', plate: 'SBA 1234', fuel: 'super' }
    const { reference } = await fede(membershipRequest, { request: { programme: 'uber', vehicle } })

    const carla = await signInToConsole('carla', `#/requests?reference=${reference}`)
    await carla.page.getByRole('dialog', { name: 'Federico Cabrera', exact: true }).waitFor()
    expect(await accessibilityProblems(carla.page, 'a request')).toEqual([])
    await carla.page.keyboard.press('Escape')
    await authorise(carla.page, 'Conduce desde mayo.')

    const diego = await signInToConsole('diego', '#/requests')
    await authorise(diego.page, '')
    const { loyalties: granted } = await fede(loyalties, {})
    expect(granted.map(({ programmeName }) => programmeName)).toEqual(['Surtidor Uber'])
    const received = await fede(notifications, {})
    expect(received.notifications.map(({ title }) => title).join()).toMatch(/afiliaci/i)

    // The sponsor's list is older than the network's decision.
    await carla.page.goto(`${stack.app}/consola/#/requests?reference=${reference}`)
    const sheet = carla.page.getByRole('dialog', { name: 'Federico Cabrera', exact: true })
    await sheet.getByText(/^La autorizó Diego Olivera/).waitFor()
    await sheet.getByText('Autorizado por Disa').waitFor()
  })

  test('app and console in one browser keep their sessions; another sign-in to one of them ends its own', async () => {
    const session = await signInToConsole('carla')
    const console = session.page
    const app = await session.context.newPage()
    await app.goto(`${stack.app}/#/main`)
    await signInAs(app, 'ana')
    await app.getByRole('heading', { name: /Hola/ }).waitFor()

    // Each asks the server again after the sign-in of the other.
    await console.reload()
    await console.getByRole('heading', { name: 'Inicio' }).waitFor()
    await waitUntilIdle(console)
    await console.getByRole('link', { name: 'Mi cuenta' }).first().click()
    await console.getByRole('link', { name: 'Solicitudes' }).first().click()
    await waitUntilIdle(console)
    expect(await console.getByText('Tu sesión venció').count()).toBe(0)
    await app.getByRole('link', { name: 'Consumo', exact: true }).click()
    await app.getByRole('heading', { name: 'Consumo' }).waitFor()
    await waitUntilIdle(app)
    expect(await app.getByText('Tu sesión venció').count()).toBe(0)
    const names = (await session.context.cookies()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['XSRF-TOKEN', 'XSRF-TOKEN-CONSOLE']))

    const other = await session.context.newPage()
    await other.goto(`${stack.app}/#/main`)
    await signInAs(other, 'fede')
    await other.getByRole('heading', { name: /Hola/ }).waitFor()
    await app.reload()
    await app.getByText('Tu sesión venció').waitFor()
  })

  test('the list that is open is in sight in the menu, wherever it is, and fits its window', async () => {
    const { page } = await signInToConsole('elena')
    for (const title of ['Auditoría', 'Mensajes', 'Importaciones']) {
      await menuEntry(page, title).click()
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await waitUntilIdle(page)
      const current = page.locator('aside a[aria-current]')
      expect(await current.textContent()).toContain(title)
      const box = await current.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(DESKTOP.height)
      const hidden = await page
        .locator('main table')
        .evaluateAll((tables) =>
          tables.map(
            ({ parentElement: frame }) => (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0),
          ),
        )
      expect(hidden, title).toEqual([0])
    }
  })

  test('title, filters and tools of a list take 120 px, 15 rows of 40 px fit below, and the whole menu is in sight', async () => {
    const { page } = await signInToConsole('elena')
    for (const { path, title } of [kindOf('payment'), kindOf('driver'), kindOf('audit')]) {
      await page.goto(`${stack.app}/consola/#${path}`)
      await page.getByRole('table', { name: title }).waitFor()
      await waitUntilIdle(page)
      const drawn = await page.getByRole('table', { name: title }).evaluate((table) => {
        const boxes = [...table.querySelectorAll('tbody tr')].map((row) =>
          row.getBoundingClientRect(),
        )
        // The line of the count stands over the last rows.
        const foot = document.querySelector('main footer')
        const floor = foot?.getBoundingClientRect().top ?? innerHeight
        return {
          top: table.getBoundingClientRect().top,
          highest: Math.max(...boxes.map(({ height }) => height)),
          inSight: boxes.filter(({ bottom }) => bottom <= floor).length,
        }
      })
      expect(drawn.top, title).toBeLessThanOrEqual(120)
      expect(drawn.highest, title).toBeLessThanOrEqual(40)
      expect(drawn.inSight, title).toBeGreaterThanOrEqual(15)
    }
    const menu = page.locator('aside')
    const hidden = await menu.evaluate(
      ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
    )
    expect(hidden).toBe(0)
    const heights = await menu
      .locator('nav a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
    expect(new Set(heights)).toEqual(new Set([32]))
  })

  test('each address draws its own title with a skeleton while its chunk does not come', async () => {
    const { page } = await signInToConsole('elena')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/consola\/assets\/(?:requests|account)-/, async (route) => {
      await released
      await route.continue()
    })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor()
    await waitUntil(async () => (await page.locator('[aria-busy=true]').count()) === 0)
    const home = await page.getByRole('main').innerText()
    for (const title of ['Mi cuenta', 'Solicitudes']) {
      await menuEntry(page, title).click()
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await page.locator('[aria-busy=true]:visible').waitFor()
      expect(await page.getByRole('main').innerText()).not.toContain(home)
    }
    await menuEntry(page, 'Pagos').click()
    release()
    await page.getByRole('table', { name: 'Pagos' }).waitFor()
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Pagos'])
  })

  test('login of the console opens the app for a driver', async () => {
    const session = await stack.open('consola', { viewport: DESKTOP })
    await signInAs(session.page, 'ana')
    await session.page.getByRole('heading', { name: 'Hola, Ana' }).waitFor()
  })
})
