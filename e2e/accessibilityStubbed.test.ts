import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SECTIONS } from '#app/features/profile/profileSections.ts'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import type { Session } from '#app/session/session.ts'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { canAccess, ROLES } from '#contract/pageAccess.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { type RoleCode, UBER, USER } from '#contract/roles.ts'
import { notifications } from '#contract/user/notifications.ts'
import { roles } from '#contract/user/roles.ts'
import { userData } from '#contract/user/userData.ts'
import { screenProblems } from '#e2e/accessibilityChecks.ts'
import { waitUntil, waitUntilIdle } from '#e2e/browserSession.ts'
import { outline } from '#e2e/outline.ts'
import { ANA, APP_URL, type SetStub, type Stub, stubbedAppForFile } from '#e2e/stubbedApp.ts'
import exampleAnswers from '#server/docs/exampleAnswers.json' with { type: 'json' }
import {
  aBranch,
  aDebt,
  aLoyalty,
  aMovement,
  aNotification,
  aStatementRow,
} from '#testing/fixtures/entities.ts'

const browserApp = stubbedAppForFile()

const month = { month: '202609', amount: 270_050, discount: 2_727, points: 105 }
const setStubs = (stub: SetStub) => {
  stub(userData, { denied: 'Hoy no.' })
  stub(loyalties, {
    loyalties: [aLoyalty(), aLoyalty({ loyaltyCode: 'UBER', programmeName: 'Surtidor Uber' })],
  })
  stub(getDebts, {
    debts: [aDebt({ dueDate: '20260901' }), aDebt({ reference: 'D-2', currency: '840' })],
    geopay: { netId: 'N', merchantId: 'M', pageUrl: '' },
  })
  stub(movements, {
    movements: [
      aMovement({ datetime: '20260907101500' }),
      aMovement({ rrn: '2', datetime: '20260906101500', product: 'wash', millilitres: 0 }),
    ],
    next: 'more',
  })
  stub(accountStatus, {
    accountStatus: {
      openingPoints: 3751,
      closingPoints: 3862,
      discounts: [
        { ...month, product: 'super', millilitres: 35_127 },
        { ...month, product: 'gasoil', millilitres: 20_000 },
      ],
      movements: [aStatementRow(), aStatementRow({ points: -250, rrn: '2' })],
    },
    next: '',
  })
  stub(notifications, { notifications: [aNotification(), aNotification({ id: 'n-2', type: 3 })] })
  stub(branches, { branches: [aBranch()] })
}

const SCREENS = [
  ['/main', 'Tenés 2 deudas para pagar'],
  ['/listLoyaltyMovements', 'Ver en una tabla'],
  ['/movements?rrn=2', 'Comprobante'],
] as const
/** The screens that show what the server answers. */
const WITH_DATA = [
  ...GUARDED_PAGES.filter((path) => path !== '/faqAuth' && path !== '/paymentScann'),
  ...(['profile', 'bank', 'sessions', 'notifications', 'data'] as const).map(
    (section) => `/editUser?section=${section}`,
  ),
  '/listLoyalty?programme=uber',
]
const VIEWS = [
  { width: 1280, dark: true },
  { width: 360, dark: false },
]

describe.each(SCREENS)('accessibility of %s with its lists and sheet open', (route, text) => {
  test.each(VIEWS)('axe, target size and double text, %o', async (view) => {
    const app = await browserApp.open(route, setStubs, view)
    await app.page.getByText(text).first().waitFor()
    expect(await screenProblems(app.page, route)).toEqual([])
  })
})

/** Without an answer yet, with a refusal, and without a network. */
const STATES: [state: string, stub: Stub<CallContract>][] = [
  ['loading', new Promise(() => undefined)],
  ['error', { denied: 'Hoy no.' }],
  ['offline', 'disconnected'],
]
const SPONSOR: Session = {
  ...ANA,
  user: { ...ANA.user, roles: [ROLES[UBER]], loyalties: [] },
  secondFactor: 'shown',
}
const DRIVER_AND_SPONSOR = { ...SPONSOR, user: { ...ANA.user, roles: [ROLES[USER], ROLES[UBER]] } }

/** Advances the page's clock past the delays after which it repeats a query that was cut. */
const passRetryDelays = (page: Page) =>
  waitUntil(async () => {
    await page.clock.fastForward(2_000)
    return (await page.locator('[aria-busy="true"]').count()) === 0
  })

describe('accessibility without data', () => {
  test.each(STATES)('every screen: %s', async (state, stub) => {
    const { page, ...app } = await browserApp.newPage({ width: 360, session: DRIVER_AND_SPONSOR })
    for (const contract of Object.values(calls)) app.stub(contract, stub)
    if (state === 'offline')
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'onLine', { get: () => false }),
      )
    const problems: string[] = []
    for (const screen of WITH_DATA) {
      await page.goto(`${APP_URL}#${screen}`)
      await page.locator('h1:not([data-checked])').waitFor()
      if (state === 'offline') await passRetryDelays(page)
      if (state !== 'loading') await waitUntilIdle(page)
      problems.push(...(await screenProblems(page, screen)))
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      problems.push(...(await screenProblems(page, `${screen}, 1280 px, dark`, ['color-contrast'])))
      await page.setViewportSize({ width: 360, height: 800 })
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page
        .locator('h1')
        .first()
        .evaluate((heading) => heading.setAttribute('data-checked', ''))
    }
    expect(problems).toEqual([])
  })
})

const OPEN_SCREENS = [
  '/login',
  '/register',
  '/resetPassword',
  '/confirmAddUser',
  '/confirmResetPassword',
  '/home',
  '/resetPwdWeb',
  '/faq',
  '/termandCondition',
  '/no-such-page',
]
/** The screens of a role; one of them has two addresses. */
const screensOf = (role: RoleCode) =>
  GUARDED_PAGES.filter((path) => canAccess([ROLES[role]], path) && path !== '/paymentScann')
const DRIVER_SCREENS = [
  ...screensOf(USER),
  ...Object.keys(SECTIONS).map((section) => `/editUser?section=${section}`),
  '/listLoyalty?programme=uber',
]

describe('accessibility tree, with the answers of the documentation', () => {
  test.each<[name: string, session: Session | null, screens: readonly string[]]>([
    ['public', null, OPEN_SCREENS],
    ['driver', ANA, DRIVER_SCREENS],
    ['sponsor', SPONSOR, [...screensOf(UBER), '/faq']],
  ])('%s screens: titles, focus, and their outline', async (name, session, screens) => {
    const { page, ...app } = await browserApp.newPage({ width: 360, session })
    for (const contract of Object.values(calls)) {
      const { [contract.name as keyof typeof exampleAnswers]: answer } = exampleAnswers
      if (answer) app.stub(contract, answer as never)
    }
    const { user, secondFactor }: Session = session ?? ANA
    app.stub(roles, { list: user.roles })
    app.stub(userData, {
      ...exampleAnswers.userData,
      roles: user.roles,
      secondFactor,
    } as never)
    const problems: string[] = []
    const outlines: string[] = []
    // The first screen leaves the focus to the browser.
    await page.goto(`${APP_URL}#${screens.at(-1)}`)
    await page.locator('h1').waitFor()
    for (const screen of screens) {
      await page
        .locator('h1')
        .first()
        .evaluate((one) => one.setAttribute('data-before', ''))
      const titleBefore = await page.title()
      await page.goto(`${APP_URL}#${screen}`)
      await page.locator('h1:not([data-before])').waitFor()
      await waitUntilIdle(page)
      // Another field stands there until the chunk of the station picker is loaded.
      if (screen === '/commnents')
        await page.getByRole('button', { name: 'Ver las estaciones' }).waitFor()
      if ((await page.title()) === titleBefore) problems.push(`${screen}: the title of before`)
      const focus = await page.evaluate(() => document.activeElement?.closest('h1, main')?.tagName)
      if (!focus) problems.push(`${screen}: the focus of before`)
      outlines.push(`${screen}: ${await page.title()}, focus: ${focus}\n${await outline(page)}`)
    }
    expect(problems).toEqual([])
    await expect(`${outlines.join('\n\n')}\n`).toMatchFileSnapshot(`./outlines/${name}.txt`)
  })
})
