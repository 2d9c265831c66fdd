import { describe, expect, test } from 'vitest'
import { ROLES } from '#contract/pageAccess.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { USER } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import { accessibilityProblems } from '#e2e/browserSession.ts'
import {
  ANA,
  APP_URL,
  type AppPage,
  GATEWAY_PAGE,
  type SetStub,
  stubbedAppForFile,
} from '#e2e/stubbedApp.ts'
import { aDebt, aPayment } from '#testing/fixtures/entities.ts'

const stubbedApp = stubbedAppForFile()

const TOKEN = 'secret-token-of-the-gateway'
const debts = [
  aDebt({ concept: 'Lavado', tipAmount: 5_000 }),
  aDebt({ reference: 'D-2', concept: 'Café', dueDate: '20260101' }),
  aDebt({ reference: 'D-3', concept: 'Nafta', state: 'PROCESSING' }),
  aDebt({ reference: 'D-4', concept: 'Filtro', currency: '840' }),
]
const payments = [aPayment(), aPayment({ state: 'REJECTED', datetime: '20261001000000' })]
const setStubs = (stub: SetStub) => {
  stub(getDebts, { debts, geopay: { netId: 'N', merchantId: 'M', pageUrl: GATEWAY_PAGE } })
  stub(getPayments, { payments })
  stub(getGEOPayAccessToken, {
    authorizerRespCode: '00',
    authorizerRespDesc: 'AUTORIZADO',
    accessToken: TOKEN,
  })
  stub(processGEOPayResponse, { payment: aPayment() })
}
const GEOPAY_RESPONSE = JSON.stringify({ token: TOKEN })
const RETURN_ROUTE = `/payment?geopayResponse=${Buffer.from(GEOPAY_RESPONSE).toString('base64url')}`
const PAID = '¡Listo! Pagaste'
const debtRow = ({ page }: AppPage, name: string) => page.getByRole('button', { name })
const payButton = ({ page }: AppPage) => page.getByRole('button', { name: /^Ir a pagar/ })

describe('going to the gateway', () => {
  test('posts the token, which is in no address; Back shows the debt again', async () => {
    const app = await stubbedApp.open('/payment', setStubs)
    await debtRow(app, 'Lavado').click()
    await payButton(app).click()
    await app.page.getByRole('heading', { name: 'Pasarela' }).waitFor()
    expect(app.gatewayRequests).toEqual([`POST token=${TOKEN}`])
    expect(app.addresses).toContain(GATEWAY_PAGE)
    expect(app.addresses.filter((address) => address.includes(TOKEN))).toEqual([])
    await app.page.goBack()
    await payButton(app).waitFor()
    expect(app.page.url()).toBe(`${APP_URL}#/payment?reference=D-1`)
  })

  test('repeats a disconnected request with the same parameters', async () => {
    const app = await stubbedApp.open('/payment', setStubs)
    app.stub(getGEOPayAccessToken, 'disconnected', {
      authorizerRespCode: '00',
      authorizerRespDesc: 'AUTORIZADO',
      accessToken: TOKEN,
    })
    await debtRow(app, 'Lavado').click()
    await payButton(app).dblclick()
    await app.page.getByRole('heading', { name: 'Pasarela' }).waitFor()
    const [first, second, ...more] = app.requests(getGEOPayAccessToken)
    expect([second, more]).toEqual([first, []])
    expect(app.gatewayRequests).toHaveLength(1)
  })

  test('works with the keyboard alone', async () => {
    const app = await stubbedApp.open('/payment', setStubs)
    const { keyboard } = app.page
    await debtRow(app, 'Lavado').focus()
    await keyboard.press('Enter')
    await payButton(app).waitFor()
    const focused = () => app.page.evaluate(() => document.activeElement?.textContent ?? '')
    for (let steps = 0; steps < 12 && !(await focused()).startsWith('Ir a pagar'); steps += 1)
      await keyboard.press('Tab')
    await keyboard.press('Enter')
    await app.page.getByRole('heading', { name: 'Pasarela' }).waitFor()
    expect(app.gatewayRequests).toHaveLength(1)
  })

  test('Escape closes the sheet and gives the focus back to its row', async () => {
    const app = await stubbedApp.open('/payment', setStubs)
    await debtRow(app, 'Lavado').focus()
    await app.page.keyboard.press('Enter')
    await payButton(app).waitFor()
    await app.page.keyboard.press('Escape')
    await payButton(app).waitFor({ state: 'detached' })
    await expect
      .poll(() => app.page.evaluate(() => document.activeElement?.textContent))
      .toContain('Lavado')
    expect(app.page.url()).toBe(`${APP_URL}#/payment`)
  })
})

describe('returning from the gateway', () => {
  test('removes the response from the address; a reload and Back show the result and pay nothing', async () => {
    const app = await stubbedApp.open(RETURN_ROUTE, setStubs)
    const { page } = app
    await page.getByText(PAID).waitFor()
    expect(page.url()).toBe(`${APP_URL}#/payment`)
    await page.reload()
    await page.getByText(PAID).waitFor()
    await page.getByRole('link', { name: 'Ver mis pagos' }).click()
    await page.getByRole('heading', { name: 'Mis pagos' }).waitFor()
    await page.goBack()
    await page.getByText(PAID).waitFor()
    for (const request of app.requests(processGEOPayResponse))
      expect(request).toEqual({ geopayResponse: GEOPAY_RESPONSE })
    expect([app.requests(getGEOPayAccessToken), app.gatewayRequests]).toEqual([[], []])
  })

  test('shows the result after signing in again when the session has expired', async () => {
    const { roles: _, loyalties, ...profile } = ANA.user
    const app = await stubbedApp.open(RETURN_ROUTE, (stub) => {
      setStubs(stub)
      stub(processGEOPayResponse, 'expired', { payment: aPayment() })
      stub(login, {
        user: { ...profile, userSessionToken: 'another' },
        loyalties,
        secondFactor: 'none',
      })
      stub(roles, { list: [ROLES[USER]] })
    })
    const { page } = app
    await page.getByText('Tu sesión venció').waitFor()
    expect(page.url()).toBe(`${APP_URL}#/login?returnUrl=%2Fpayment`)
    await page.getByLabel('Correo electrónico').fill(profile.email)
    await page.getByLabel('Contraseña', { exact: true }).fill('demo-surtidor')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByText(PAID).waitFor()
    expect(page.url()).toBe(`${APP_URL}#/payment`)
    expect(app.requests(processGEOPayResponse)).toHaveLength(2)
  })
})

describe('accessibility of the payment screens', () => {
  test('the payment review and the sheet of a payment have no violation', async () => {
    const app = await stubbedApp.open('/payment', setStubs)
    const { page } = app
    await debtRow(app, 'Lavado').waitFor()
    await debtRow(app, 'Lavado').click()
    await payButton(app).waitFor()
    const problems = await accessibilityProblems(page, 'review')
    await page.goto(`${APP_URL}#/listPayment`)
    const first = page.getByRole('button', { name: /minimercado/ }).first()
    await first.waitFor()
    await first.click()
    await page.getByRole('dialog').getByText('Referencia').waitFor()
    problems.push(...(await accessibilityProblems(page, 'payment')))
    expect(problems).toEqual([])
  })

  test.each([
    [PAID, {}],
    ['Pago rechazado', { state: 'REJECTED', reason: 'La tarjeta está vencida.' }],
    ['Estamos confirmando tu pago', { state: 'PROCESSING' }],
  ] as const)('of the result "%s"', async (title, fields) => {
    const { page } = await stubbedApp.open(RETURN_ROUTE, (stub) => {
      setStubs(stub)
      stub(processGEOPayResponse, { payment: aPayment(fields) })
    })
    await page.getByText(title).waitFor()
    expect(await accessibilityProblems(page, title)).toEqual([])
  })
})
