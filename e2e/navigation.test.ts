import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { canAccess, ROLES } from '#contract/pageAccess.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { USER } from '#contract/roles.ts'
import { notifications } from '#contract/user/notifications.ts'
import { axeViolations, sidewaysScrolling } from '#e2e/browserSession.ts'
import { ANA, APP_URL, type SetStub, stubbedAppForFile } from '#e2e/stubbedApp.ts'
import {
  aBranch,
  aDebt,
  aLoyalty,
  aMovement,
  aNotification,
  aStatementRow,
} from '#testing/fixtures/entities.ts'

const stubbedApp = stubbedAppForFile()

const month = { month: '202609', amount: 270_050, discount: 2_727, points: 105 }
const setStubs = (stub: SetStub) => {
  stub(loyalties, { loyalties: [aLoyalty()] })
  stub(getDebts, { debts: [aDebt()], geopay: { netId: 'N', merchantId: 'M', pageUrl: '' } })
  stub(getPayments, { payments: [] })
  stub(movements, { movements: [aMovement({ datetime: '20260907101500' })], next: '' })
  stub(accountStatus, {
    accountStatus: {
      openingPoints: 3751,
      closingPoints: 3862,
      discounts: ['super', 'premium', 'gasoil', 'gasoilEspecial', 'queroseno'].map((product) => ({
        ...month,
        product,
        millilitres: 1_035_127,
      })),
      movements: [aStatementRow()],
    },
    next: '',
  })
  stub(notifications, { notifications: [aNotification()] })
  stub(branches, { branches: [aBranch()] })
}

/** The screens of a driver. The role table's `paymentScann` is another address of `readScann`. */
const SCREENS = GUARDED_PAGES.filter(
  (route) => canAccess([ROLES[USER]], route) && route !== '/main' && route !== '/paymentScann',
)
const VIEWS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800, dark: true },
]

const waitForRoute = (page: Page, route: string) =>
  page.waitForURL(({ hash }) => hash.split('?')[0] === `#${route}`)

/** Taps a visible link to a route, in the menu when the screen has none. */
async function tapLinkTo(page: Page, route: string) {
  const link = page.locator(`a[href$="#${route}"]:visible, a[href*="#${route}?"]:visible`).first()
  if ((await link.count()) === 0) await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await link.click()
  await waitForRoute(page, route)
}

/** Runs in the page: the edges of the heading and of the content, in pixels, and the number of back links and of marked entries of the menu in sight. */
function layoutOf() {
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  const main = document.querySelector('main') as HTMLElement
  const { left, right } = main.getBoundingClientRect()
  const { paddingLeft, paddingRight } = getComputedStyle(main)
  return {
    heading: document.querySelector('h1')?.getBoundingClientRect().left,
    content: [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)],
    back: seen('header a[aria-label^="Volver a "]').length,
    backInContent: seen('main a').filter(({ textContent }) => textContent.startsWith('Volver'))
      .length,
    marked: seen('aside nav a[aria-current]').length,
  }
}

/** Screens whose chunks no other screen loads in idle time, with their titles. */
const LAZY = [
  ['/commnents', 'Comentarios'],
  ['/editUser', 'Mis Datos'],
  ['/promotion', 'Promociones'],
  ['/notification', 'Notificaciones'],
] as const

describe('an address whose chunk does not come', () => {
  test('draws its own title with a skeleton, one address after another, and the screen when it comes', async () => {
    const { page, context, stub } = await stubbedApp.newPage()
    setStubs(stub)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await context.route(
      /\/assets\/(?:commnents|editUser|notification|promotion)-/,
      async (route) => {
        await released
        await route.fallback()
      },
    )
    await page.goto(`${APP_URL}#/main`)
    const points = page.getByText('Tus puntos en')
    await points.waitFor()
    for (const [route, title] of LAZY) {
      await page.goto(`${APP_URL}#${route}`)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      expect(await page.title()).toBe(`${title} · Surtidor`)
      await page.locator('[aria-busy=true]:visible').waitFor()
      expect(await points.filter({ visible: true }).count()).toBe(0)
    }
    expect(await axeViolations(page)).toEqual([])
    release()
    await page.getByRole('main').getByText(aNotification().title).waitFor()
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Notificaciones'])
  })

  test('draws its title also as the first one, and says after a minute that it did not come', async () => {
    const { page, context, stub } = await stubbedApp.newPage()
    setStubs(stub)
    await context.route(/\/assets\/commnents-/, () => undefined)
    await page.goto(`${APP_URL}#/commnents`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: 'Comentarios' }).waitFor()
    await page.clock.fastForward(60_000)
    await page.getByRole('heading', { name: 'No pudimos abrir esta pantalla' }).waitFor()
    await page.getByRole('button', { name: 'Probar de nuevo' }).waitFor()
  })
})

describe.each(VIEWS)('navigation inside the app, %o', (view) => {
  test('every screen is opened from home and left to home without the browser', async () => {
    const { page } = await stubbedApp.open('/main', setStubs, view)
    await page.getByText('Tus puntos en').waitFor()
    const isDesktop = view.width >= 1024
    const home = await page.evaluate(layoutOf)
    for (const route of SCREENS) {
      await tapLinkTo(page, route)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The menu may be drawn before the screen.
      await expect
        .poll(() => page.evaluate(layoutOf), { message: route })
        .toEqual({
          heading: isDesktop ? home.content[0] : expect.any(Number),
          content: home.content,
          back: 1,
          backInContent: 0,
          marked: isDesktop ? 1 : 0,
        })
      expect([route, await sidewaysScrolling(page)]).toEqual([route, []])
      // Home is one tap away.
      await page.locator('a[href$="#/main"]:visible', { hasText: 'Inicio' }).first().click()
      await waitForRoute(page, '/main')
      // The back links lead there too, one screen at a time.
      await tapLinkTo(page, route)
      for (let taps = 0; taps < 3 && !page.url().endsWith('#/main'); taps++) {
        const address = page.url()
        await page
          .getByRole('link', { name: /^Volver a / })
          .first()
          .click()
        await page.waitForURL(({ href }) => href !== address)
      }
      expect([route, page.url()]).toEqual([route, `${APP_URL}#/main`])
    }
  })

  test('a long name and a long e-mail are shown whole in the menu', async () => {
    const user = {
      ...ANA.user,
      firstName: 'María de los Ángeles Guadalupe',
      firstSurname: 'Etcheverrigaray-Bordaberry',
      email: 'maria.de.los.angeles.guadalupe.etcheverrigaray@correo.ejemplo.com.uy',
    }
    const session = { ...ANA, user }
    const { page } = await stubbedApp.open('/main', setStubs, { ...view, session })
    await page.getByText('Tus puntos en').waitFor()
    if (view.width < 1024) await page.getByRole('button', { name: 'Abrir el menú' }).click()
    for (const text of [`${user.firstName} ${user.firstSurname}`, user.email]) {
      const shown = page.getByText(text, { exact: true }).and(page.locator(':visible'))
      expect(
        await shown.evaluate(
          (node) =>
            node.scrollWidth <= node.clientWidth &&
            node.getBoundingClientRect().right <= (node.closest('aside, dialog')?.clientWidth ?? 0),
        ),
      ).toBe(true)
    }
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScrolling(page)).toEqual([])
  })

  test('the table of the chart is not cut', async () => {
    const { page } = await stubbedApp.open('/listLoyaltyMovements', setStubs, view)
    await page.getByText('Ver en una tabla').click()
    const table = page.getByRole('table', { name: 'Litros por mes' })
    expect(
      await table.evaluate((node) => {
        const right = node.closest('figure')?.getBoundingClientRect().right ?? 0
        return [...node.querySelectorAll('td, tbody th')].filter(
          (cell) => cell.getBoundingClientRect().right > right + 1,
        ).length
      }),
    ).toBe(0)
    // Five fuels and the total, at every width.
    await expect.poll(() => table.getByRole('row').last().getByRole('cell').count()).toBe(6)
    expect(await axeViolations(page)).toEqual([])
  })
})
