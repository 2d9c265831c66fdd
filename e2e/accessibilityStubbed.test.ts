import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBranch, aDebt, aLine, aLoyalty, aMovement, aNotification } from '#testing/fixtures.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { notifications } from '#contract/user/notifications.ts'
import { userData } from '#contract/user/userData.ts'
import { type BrowserApp, openBrowserApp, type AppPage } from '#testing/browserApp.ts'

/** Home, Consumo and Movimientos in a real browser: who cannot see or point well can use them too. */
let stack: BrowserApp
beforeAll(async () => {
  stack = await openBrowserApp()
}, 90_000)
afterAll(() => stack?.close())

const month = { month: '202609', amount: 270_050, discount: 2_727, points: 105 }
const answers = (answer: AppPage['answer']) => {
  answer(userData, { no: 'Hoy no.' })
  answer(loyalties, {
    loyalties: [aLoyalty(), aLoyalty({ loyaltyCode: 'UBER', programmeName: 'Surtidor Uber' })],
  })
  answer(getDebts, {
    debts: [aDebt({ dueDate: '20260901' }), aDebt({ reference: 'D-2', currency: '840' })],
    geopay: { netId: 'N', merchantId: 'M', pageUrl: '' },
  })
  answer(movements, {
    movements: [
      aMovement({ datetime: '20260907101500' }),
      aMovement({ rrn: '2', datetime: '20260906101500', product: 'wash', millilitres: 0 }),
    ],
    next: 'more',
  })
  answer(accountStatus, {
    accountStatus: {
      openingPoints: 3751,
      closingPoints: 3862,
      discounts: [
        { ...month, product: 'super', millilitres: 35_127 },
        { ...month, product: 'gasoil', millilitres: 20_000 },
      ],
      movements: [aLine(), aLine({ points: -250, rrn: '2' })],
    },
    next: '',
  })
  answer(notifications, { notifications: [aNotification(), aNotification({ id: 'n-2', type: 3 })] })
  answer(branches, { branches: [aBranch()] })
}

const screens = [
  ['/main', 'Tenés 2 deudas para pagar'],
  ['/listLoyaltyMovements', 'Ver en una tabla'],
  ['/movements?rrn=2', 'Comprobante'],
] as const

test.each(screens)('%s can be read and pressed by everybody', async (address, sign) => {
  for (const look of [{ width: 1280, dark: true }, { width: 360 }]) {
    const visit = await stack.visit(address, answers, look)
    await visit.page.getByText(sign).first().waitFor()
    expect(await visit.wrongs()).toEqual([])
    expect(await visit.page.evaluate(smallTargets)).toEqual([])
    expect(await visit.page.evaluate(beyondWhenTwiceAsLarge)).toBe(0)
    await visit.page.context().close()
  }
})

/** Pixels by which the page is wider than the screen once its text is twice as large. */
function beyondWhenTwiceAsLarge(): number {
  document.documentElement.style.fontSize = '200%'
  return document.documentElement.scrollWidth - window.innerWidth
}

/** What can be pressed and is smaller than 44 by 44 px. */
function smallTargets(): string[] {
  return [...document.querySelectorAll('main :is(a, button, select, summary, label:has(input))')]
    .filter((target) => target.checkVisibility())
    .map((target) => ({ target, box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
    .map(({ target, box }) => `${target.textContent} ${box.width} x ${box.height}`)
}
