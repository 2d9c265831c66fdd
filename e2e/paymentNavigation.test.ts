import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDebt, aPayment } from '#testing/fixtures.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { USER } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import {
  ANA,
  type BrowserApp,
  GATEWAY_PAGE,
  HOME,
  openBrowserApp,
  type AppPage,
} from '#testing/browserApp.ts'

/** The way to the gateway and back in a real browser: what only addresses, histories and keys show. */
let stack: BrowserApp
beforeAll(async () => {
  stack = await openBrowserApp()
}, 90_000)
afterAll(() => stack?.close())

const TOKEN = 'secret-token-of-the-gateway'
const debts = [
  aDebt({ concept: 'Lavado', tipAmount: 5_000 }),
  aDebt({ reference: 'D-2', concept: 'Café', dueDate: '20260101' }),
  aDebt({ reference: 'D-3', concept: 'Nafta', state: 'PROCESSING' }),
  aDebt({ reference: 'D-4', concept: 'Filtro', currency: '840' }),
]
const payments = [aPayment(), aPayment({ state: 'REJECTED', datetime: '20261001000000' })]
const ready = (answer: AppPage['answer']) => {
  answer(getDebts, { debts, geopay: { netId: 'N', merchantId: 'M', pageUrl: GATEWAY_PAGE } })
  answer(getPayments, { payments })
  answer(getGEOPayAccessToken, {
    authorizerRespCode: '00',
    authorizerRespDesc: 'AUTORIZADO',
    accessToken: TOKEN,
  })
  answer(processGEOPayResponse, { payment: aPayment() })
}
const MESSAGE = JSON.stringify({ token: TOKEN })
const BACK = `/payment?geopayResponse=${Buffer.from(MESSAGE).toString('base64url')}`
const PAID = '¡Listo! Pagaste'
const row = ({ page }: AppPage, name: string) => page.getByRole('button', { name })
const go = ({ page }: AppPage) => page.getByRole('button', { name: /^Ir a pagar/ })

describe('the way there', () => {
  test('the whole page posts the token, which is in no address; Back finds the debt again', async () => {
    const visit = await stack.visit('/payment', ready)
    await row(visit, 'Lavado').click()
    await go(visit).click()
    await visit.page.getByRole('heading', { name: 'Pasarela' }).waitFor()
    expect(visit.posted).toEqual([`POST token=${TOKEN}`])
    expect(visit.addresses).toContain(GATEWAY_PAGE)
    expect(visit.addresses.filter((address) => address.includes(TOKEN))).toEqual([])
    await visit.page.goBack()
    await go(visit).waitFor()
    expect(visit.page.url()).toBe(`${HOME}#/payment?reference=D-1`)
  })

  test('a wire that comes back within the repeats costs no second request of another body', async () => {
    const visit = await stack.visit('/payment', ready)
    visit.answer(getGEOPayAccessToken, 'cut', {
      authorizerRespCode: '00',
      authorizerRespDesc: 'AUTORIZADO',
      accessToken: TOKEN,
    })
    await row(visit, 'Lavado').click()
    await go(visit).dblclick()
    await visit.page.getByRole('heading', { name: 'Pasarela' }).waitFor()
    const [first, second, ...more] = visit.asked(getGEOPayAccessToken)
    expect([second, more]).toEqual([first, []])
    expect(visit.posted).toHaveLength(1)
  })

  test('a keyboard alone gets there', async () => {
    const visit = await stack.visit('/payment', ready)
    const { keyboard } = visit.page
    await row(visit, 'Lavado').focus()
    await keyboard.press('Enter')
    await go(visit).waitFor()
    const focused = () => visit.page.evaluate(() => document.activeElement?.textContent ?? '')
    for (let steps = 0; steps < 12 && !(await focused()).startsWith('Ir a pagar'); steps += 1)
      await keyboard.press('Tab')
    await keyboard.press('Enter')
    await visit.page.getByRole('heading', { name: 'Pasarela' }).waitFor()
    expect(visit.posted).toHaveLength(1)
  })

  test('Escape closes the sheet and gives the focus back to its row', async () => {
    const visit = await stack.visit('/payment', ready)
    await row(visit, 'Lavado').focus()
    await visit.page.keyboard.press('Enter')
    await go(visit).waitFor()
    await visit.page.keyboard.press('Escape')
    await go(visit).waitFor({ state: 'detached' })
    expect(await visit.page.evaluate(() => document.activeElement?.textContent)).toContain('Lavado')
    expect(visit.page.url()).toBe(`${HOME}#/payment`)
  })
})

describe('the way back', () => {
  test('the address is clean at once; a reload and Back show the same, and pay nothing', async () => {
    const visit = await stack.visit(BACK, ready)
    const { page } = visit
    await page.getByText(PAID).waitFor()
    expect(page.url()).toBe(`${HOME}#/payment`)
    await page.reload()
    await page.getByText(PAID).waitFor()
    await page.getByRole('link', { name: 'Ver mis pagos' }).click()
    await page.getByRole('heading', { name: 'Mis pagos' }).waitFor()
    await page.goBack()
    await page.getByText(PAID).waitFor()
    for (const asked of visit.asked(processGEOPayResponse))
      expect(asked).toEqual({ geopayResponse: MESSAGE })
    expect([visit.asked(getGEOPayAccessToken), visit.posted]).toEqual([[], []])
  })

  test('a session that expired meanwhile: she comes in again, and her payment is there', async () => {
    const { roles: _, loyalties, ...profile } = ANA.user
    const visit = await stack.visit(BACK, (answer) => {
      ready(answer)
      answer(processGEOPayResponse, 'over', { payment: aPayment() })
      answer(login, { user: { ...profile, userSessionToken: 'another' }, loyalties })
      answer(roles, { list: [ROLES[USER]] })
    })
    const { page } = visit
    await page.getByText('Tu sesión venció').waitFor()
    expect(page.url()).toBe(`${HOME}#/login?returnUrl=%2Fpayment`)
    await page.getByLabel('Correo electrónico').fill(profile.email)
    await page.getByLabel('Contraseña', { exact: true }).fill('demo-surtidor')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByText(PAID).waitFor()
    expect(page.url()).toBe(`${HOME}#/payment`)
    expect(visit.asked(processGEOPayResponse)).toHaveLength(2)
  })
})

describe.each([
  { width: 360, dark: false },
  { width: 1280, dark: true },
])('axe finds nothing: %o', (look) => {
  test('what is owed, and before paying', async () => {
    const visit = await stack.visit('/readScann', ready, look)
    await row(visit, 'Lavado').waitFor()
    expect(await visit.wrongs()).toEqual([])
    await row(visit, 'Lavado').click()
    await go(visit).waitFor()
    expect(await visit.wrongs()).toEqual([])
  })

  test.each([
    [PAID, {}],
    ['Pago rechazado', { state: 'REJECTED', reason: 'La tarjeta está vencida.' }],
    ['Estamos confirmando tu pago', { state: 'PROCESSING' }],
  ] as const)('%s', async (title, fields) => {
    const tell = (answer: AppPage['answer']) => {
      ready(answer)
      answer(processGEOPayResponse, { payment: aPayment(fields) })
    }
    const visit = await stack.visit(BACK, tell, look)
    await visit.page.getByText(title).waitFor()
    expect(await visit.wrongs()).toEqual([])
  })

  test('the payments, and one of them', async () => {
    const visit = await stack.visit('/listPayment', ready, look)
    const first = visit.page.getByRole('button', { name: /minimercado/ }).first()
    await first.waitFor()
    expect(await visit.wrongs()).toEqual([])
    await first.click()
    await visit.page.getByRole('dialog').getByText('Referencia').waitFor()
    expect(await visit.wrongs()).toEqual([])
  })
})
