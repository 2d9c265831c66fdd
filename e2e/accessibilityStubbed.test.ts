import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { notifications } from '#contract/user/notifications.ts'
import { userData } from '#contract/user/userData.ts'
import { axeViolations, horizontalOverflowAtDoubleText } from '#e2e/browserSession.ts'
import { type BrowserApp, launchBrowserApp, type SetStub } from '#testing/browserApp.ts'
import {
  aBranch,
  aDebt,
  aLoyalty,
  aMovement,
  aNotification,
  aStatementRow,
} from '#testing/fixtures.ts'

let browserApp: BrowserApp
beforeAll(async () => {
  browserApp = await launchBrowserApp()
}, 90_000)
afterAll(() => browserApp?.close())

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
const VIEWS = [
  { width: 1280, dark: true },
  { width: 360, dark: false },
]

describe.each(SCREENS)('accessibility of %s with its lists and sheet open', (route, text) => {
  test.each(VIEWS)('axe, target size and double text, %o', async (view) => {
    const app = await browserApp.open(route, setStubs, view)
    await app.page.getByText(text).first().waitFor()
    expect(await axeViolations(app.page)).toEqual([])
    expect(await app.page.evaluate(smallTargets)).toEqual([])
    expect(await horizontalOverflowAtDoubleText(app.page)).toBe(0)
    await app.close()
  })
})

/** Controls of the screen that are smaller than 44 by 44 px. */
function smallTargets(): string[] {
  return [...document.querySelectorAll('main :is(a, button, select, summary, label:has(input))')]
    .filter((target) => target.checkVisibility())
    .map((target) => ({ target, box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
    .map(({ target, box }) => `${target.textContent} ${box.width} x ${box.height}`)
}
