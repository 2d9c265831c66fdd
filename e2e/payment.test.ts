import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { payWith, waitUntil, waitUntilIdle } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { CARDS, type CardBehaviour } from '#sandbox/cards.ts'
import { sandboxPayments } from '#testing/harness/sandboxControl.ts'

const stack = stackForFile(() => ({
  SANDBOX_WEBHOOK_MS: '1500',
  SANDBOX_ISSUER_DOWN_MS: '30000',
}))
// After all payments of this file every invariant holds.
afterAll(() => {
  const output = execFileSync(
    process.execPath,
    [join(import.meta.dirname, '..', 'tools/commands/verify.ts')],
    { env: { ...process.env, ...stack.dataSettings }, encoding: 'utf8' },
  )
  if (!/^P1 +bien/m.test(output) || output.includes('ROTA')) throw new Error(output)
})

const cardOf = (find: (card: (typeof CARDS)[number]) => boolean) => CARDS.find(find)?.number ?? ''
const CREDIT = cardOf(
  ({ type, code, behaviour }) => type === 'C' && code === '00' && behaviour === 'plain',
)
const NO_FUNDS = cardOf(({ code }) => code === '51')
const cardWithBehaviour = (name: CardBehaviour) =>
  cardOf(({ behaviour, code }) => behaviour === name && code === '00')

const signInAsAna = async (): Promise<Page> => (await stack.openAs('ana', 'payment')).page
/** Opens a debt and returns the button that leads to the gateway. */
async function openDebt(page: Page, concept: string) {
  const item = page.getByRole('listitem').filter({ hasText: concept })
  await item.getByRole('link').or(item.getByRole('button')).click()
  return page.getByRole('button', { name: /^(Ir a pagar|Seguir pagando)/ })
}
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
/** Opens a screen whose time a test can advance by `clock`. */
async function openWithClock(route: string): Promise<Page> {
  const { page } = await stack.openAs('ana', route)
  await page.clock.install()
  await page.reload()
  await waitUntilIdle(page)
  return page
}
/** Lets the time pass after which a screen that stays open refetches. */
const waitForRefetch = (page: Page) => page.clock.fastForward('05:00')
/** Reloads the payments until the one of this concept is paid. */
const waitUntilPaid = (page: Page, concept: string) =>
  waitUntil(async () => {
    await page.reload()
    await waitUntilIdle(page)
    const payment = page.getByRole('listitem').filter({ hasText: concept }).first()
    return payment.getByText('Pagado', { exact: true }).isVisible()
  })

describe('payment on the running stack', () => {
  test('a debit card is charged, refunded by Ley 19.210 and listed in listPayment', async () => {
    const page = await signInAsAna()
    const go = await openDebt(page, 'Cuenta de gasoil')
    await waitForText(page, /Ley 19\.210/)
    await go.click()
    await page.waitForURL(`${stack.sandbox}/**`)
    expect(page.url()).not.toContain('token')
    await payWith(page)
    await waitForText(page, '¡Listo! Pagaste')
    expect(page.url().startsWith(stack.app)).toBe(true)
    expect(page.url()).not.toContain('geopayResponse')
    await waitForText(page, /Te devuelven .* por la Ley 19\.210/)

    await page.reload()
    await waitUntilIdle(page)
    await page.goto(`${stack.app}/#/listPayment`)
    const row = page.getByRole('listitem').filter({ hasText: 'Cuenta de gasoil' }).first()
    await row.getByText('Pagado', { exact: true }).waitFor()
    await row.getByRole('link').or(row.getByRole('button')).click()
    await waitForText(page, /19\.210/)
  })

  test('a card without funds is declined with its reason, and another card is charged', async () => {
    const page = await signInAsAna()
    await (await openDebt(page, 'Compras en el minimercado')).click()
    await payWith(page, NO_FUNDS)
    await waitForText(page, 'Pago rechazado')
    await waitForText(page, /No se cobró nada/)
    await page.getByRole('link', { name: 'Pagar con otra tarjeta' }).click()
    await page.getByRole('button', { name: /^Ir a pagar/ }).click()
    await payWith(page, CREDIT)
    await waitForText(page, '¡Listo! Pagaste')
  })

  test('a payment cancelled at the gateway leaves the debt pending', async () => {
    const page = await signInAsAna()
    await (await openDebt(page, 'Comisión de cobranza')).click()
    await page.getByRole('button', { name: 'Cancelar y volver' }).click()
    await waitForText(page, 'No se hizo el pago')
    await page.goto(`${stack.app}/#/payment`)
    await page.getByRole('listitem').filter({ hasText: 'Comisión de cobranza' }).waitFor()
  })

  test('a payment is confirmed by the webhook when the browser never returns', async () => {
    const page = await signInAsAna()
    await (await openDebt(page, 'Almuerzo en el parador')).click()
    await payWith(page, cardWithBehaviour('pageClosed'))
    await waitForText(page, 'Simulamos que cerraste la página')
    await page.goto(`${stack.app}/#/listPayment`)
    await waitUntilPaid(page, 'Almuerzo en el parador')
  })

  test('a void is shown by the open result, the list and the home screen without a reload', async () => {
    const list = await openWithClock('listPayment')
    const home = await openWithClock('main')
    const page = await signInAsAna()
    await (await openDebt(page, '28 litros de Super')).click()
    await payWith(page, CREDIT)
    await waitForText(page, '¡Listo! Pagaste')
    const row = list.getByRole('listitem').filter({ hasText: '28 litros de Super' }).first()
    await waitForRefetch(list)
    await row.getByText('Pagado', { exact: true }).waitFor()

    const charged = (await sandboxPayments(stack.sandbox)).findLast((payment) => payment.charged)
    await stack.voidAtGateway(charged?.token ?? '')
    await waitUntil(async () => {
      // As when the driver returns to the app from another one.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return page.getByRole('heading', { name: 'Tu pago se anuló' }).isVisible()
    })
    expect(await page.getByText('¡Listo! Pagaste').count()).toBe(0)
    await waitForRefetch(list)
    await row.getByText('Anulado', { exact: true }).waitFor()
    await waitForRefetch(home)
    await waitForText(home, 'Anulamos tu pago')
  })

  test('a payment left at the hosted page is resumed with the same token', async () => {
    const page = await signInAsAna()
    await (await openDebt(page, 'Cambio de aceite')).click()
    await page.getByLabel('Número de tarjeta').waitFor()
    await page.goto(`${stack.app}/#/payment`)
    await openDebt(page, 'Cambio de aceite')
    await page.getByRole('button', { name: /^Seguir pagando/ }).click()
    await payWith(page, CREDIT)
    await waitForText(page, '¡Listo! Pagaste')
  })

  test('a connection lost on return shows "estamos confirmando" without a retry, then paid', async () => {
    const page = await signInAsAna()
    await (await openDebt(page, 'Service completo')).click()
    let cut = true
    await page.route('**/processGEOPayResponse', (route) =>
      cut ? route.abort('internetdisconnected') : route.continue(),
    )
    await page.route('**/getPayments', (route) =>
      cut ? route.abort('internetdisconnected') : route.continue(),
    )
    await payWith(page, CREDIT, 3)
    await waitForText(page, 'Estamos confirmando tu pago')
    expect(await page.getByRole('button', { name: /reintentar|pagar|probar/i }).count()).toBe(0)
    cut = false
    await waitForText(page, '¡Listo! Pagaste')
    await waitForText(page, /3 cuotas/)
  })

  test('an issuer that does not answer: in confirmation while unknown, then paid', async () => {
    const otherPage = await signInAsAna()
    const debt = otherPage.getByRole('listitem').filter({ hasText: 'Lubricantes para la empresa' })
    await debt.waitFor()
    const page = await signInAsAna()
    await (await openDebt(page, 'Lubricantes para la empresa')).click()
    await payWith(page, cardWithBehaviour('issuerDown'))
    await waitForText(page, 'Estamos confirmando tu pago')
    await otherPage.reload()
    await debt.getByText(/confirmando/i).waitFor()
    await otherPage.close()
    await waitForText(page, '¡Listo! Pagaste')
  })

  test.each<[CardBehaviour, concept: string]>([
    ['badSignature', 'Repuesto importado'],
    ['alteredAmount', 'Lavado completo'],
  ])(
    'a forged response (%s) is not applied; the payment is queried at the gateway',
    async (behaviour, concept) => {
      const page = await signInAsAna()
      await (await openDebt(page, concept)).click()
      await payWith(page, cardWithBehaviour(behaviour))
      await page.waitForURL(`${stack.app}/**`)
      await waitUntilIdle(page)
      await page.goto(`${stack.app}/#/listPayment`)
      await waitUntilPaid(page, concept)
    },
  )
})
