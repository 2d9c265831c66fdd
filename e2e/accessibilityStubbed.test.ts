import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SECTIONS } from '#app/features/profile/profileSections.ts'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import type { Session } from '#app/session/session.ts'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { canAccess, ROLES } from '#contract/pageAccess.ts'
import { type RoleCode, UBER, USER } from '#contract/roles.ts'
import { drawnProblems, screenProblems } from '#e2e/accessibilityChecks.ts'
import { waitUntil, waitUntilIdle } from '#e2e/browserSession.ts'
import { ANA, APP_URL, type Stub, stubbedAppForFile, stubExamples } from '#e2e/stubbedApp.ts'
import exampleAnswers from '#server/docs/exampleAnswers.json' with { type: 'json' }

const browserApp = stubbedAppForFile()

/** The screens that show what the server answers. */
const WITH_DATA = [
  ...GUARDED_PAGES.filter((path) => path !== '/faqAuth' && path !== '/paymentScann'),
  ...(['profile', 'bank', 'sessions', 'notifications', 'data'] as const).map(
    (section) => `/editUser?section=${section}`,
  ),
  '/listLoyalty?programme=uber',
]

describe('accessibility of the sheet of a movement', () => {
  test('the sheet passes axe, target size and double text', async () => {
    const route = `/movements?rrn=${exampleAnswers.movements.movements[0]?.rrn}`
    const { page } = await browserApp.open(route, stubExamples)
    await page.getByText('Comprobante').first().waitFor()
    expect(await screenProblems(page, route)).toEqual([])
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
  test.each(STATES)('every screen has no violation: %s', async (state, stub) => {
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
      problems.push(...(await drawnProblems(page, screen, state === 'error' ? 2 : 1)))
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

describe('the next screen, with the answers of the documentation', () => {
  test.each<[name: string, session: Session | null, screens: readonly string[]]>([
    ['public', null, OPEN_SCREENS],
    ['driver', ANA, DRIVER_SCREENS],
    ['sponsor', SPONSOR, [...screensOf(UBER), '/faq']],
  ])(
    '%s screens have a title of their own, and take the focus',
    async (_name, session, screens) => {
      const { page, ...app } = await browserApp.newPage({ width: 360, session })
      stubExamples(app.stub, session ?? ANA)
      const problems: string[] = []
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
        if ((await page.title()) === titleBefore) problems.push(`${screen}: the title of before`)
        const focus = await page.evaluate(
          () => document.activeElement?.closest('h1, main')?.tagName,
        )
        if (!focus) problems.push(`${screen}: the focus of before`)
      }
      expect(problems).toEqual([])
    },
  )
})
