import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserSession,
  signInAs,
  openBrowser,
  payWith,
  waitUntilIdle,
  openBrowserSession,
} from '#e2e/browser.ts'
import { eventually, startStack, type RunningStack } from '#testing/runningStack.ts'
import { CARDS, type CardBehaviour } from '#sandbox/cards.ts'

/** Ana pays what she owes, in every way that a real evening brings. */
let stack: RunningStack
let browser: Browser
const desks: BrowserSession[] = []
beforeAll(async () => {
  stack = await startStack({ env: { SANDBOX_WEBHOOK_MS: '1500', SANDBOX_ISSUER_DOWN_MS: '10000' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await stack.remove()
})

const cardOf = (find: (card: (typeof CARDS)[number]) => boolean) => CARDS.find(find)?.number ?? ''
const DEBIT = cardOf(({ type }) => type === 'D')
const CREDIT = cardOf(
  ({ type, code, behaviour: lever }) => type === 'C' && code === '00' && lever === 'plain',
)
const NO_FUNDS = cardOf(({ code }) => code === '51')
const withLever = (name: CardBehaviour) =>
  cardOf(({ behaviour: lever, code }) => lever === name && code === '00')

async function ana(route = 'payment'): Promise<Page> {
  const desk = await openBrowserSession(browser)
  desks.push(desk)
  await desk.page.goto(`${stack.app}/#/${route}`)
  await signInAs(desk.page, 'ana')
  return desk.page
}
/** Chooses a debt and stands before the button that leads to the gateway. */
async function choose(page: Page, concept: string) {
  await page
    .getByRole('listitem')
    .filter({ hasText: concept })
    .getByRole('link')
    .or(page.getByRole('listitem').filter({ hasText: concept }).getByRole('button'))
    .click()
  return page.getByRole('button', { name: /^(Ir a pagar|Seguir pagando)/ })
}
const heading = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('she comes by way of a returnUrl, reads her movements, and finds what she was looking for', async () => {
  const desk = await openBrowserSession(browser)
  desks.push(desk)
  const { page } = desk
  await page.goto(`${stack.app}/#/movements`)
  expect(decodeURIComponent(page.url())).toContain('returnUrl=')
  await signInAs(page, 'ana', 'no es esta')
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('ana@demo.surtidor.uy')
  await signInAs(page, 'ana')
  await page.getByRole('heading', { name: 'Movimientos' }).waitFor()
  expect(page.url()).toMatch(/#\/movements/)
  await waitUntilIdle(page)
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(3)
})

test('with a debit card: charged, refunded by Ley 19.210, and found in listPayment', async () => {
  const page = await ana()
  const go = await choose(page, 'Cuenta de gasoil')
  await heading(page, /Ley 19\.210/)
  await go.click()
  await page.waitForURL(`${stack.sandbox}/**`)
  expect(page.url()).not.toContain('token')
  await payWith(page, DEBIT)
  await heading(page, '¡Listo! Pagaste')
  expect(page.url().startsWith(stack.app)).toBe(true)
  expect(page.url()).not.toContain('geopayResponse')
  await heading(page, /Te devuelven .* por la Ley 19\.210/)

  await page.reload()
  await waitUntilIdle(page)
  await page.goto(`${stack.app}/#/listPayment`)
  const row = page.getByRole('listitem').filter({ hasText: 'Cuenta de gasoil' }).first()
  await row.getByText('Pago', { exact: true }).waitFor()
  await row.getByRole('link').or(row.getByRole('button')).click()
  await heading(page, /19\.210/)
})

test('with a card without funds: the reason, nothing charged, and another card works', async () => {
  const page = await ana()
  await (await choose(page, 'Compras en el minimercado')).click()
  await payWith(page, NO_FUNDS)
  await heading(page, 'Pago rechazado')
  await heading(page, /No se cobró nada/)
  await page.getByRole('link', { name: 'Pagar con otra tarjeta' }).click()
  await page.getByRole('button', { name: /^Ir a pagar/ }).click()
  await payWith(page, CREDIT)
  await heading(page, '¡Listo! Pagaste')
})

test('cancelled at the gateway: the debt waits as before', async () => {
  const page = await ana()
  await (await choose(page, 'Lavado completo')).click()
  await page.getByRole('button', { name: 'Cancelar y volver' }).click()
  await heading(page, 'No se hizo el pago')
  await page.goto(`${stack.app}/#/payment`)
  await page.getByRole('listitem').filter({ hasText: 'Lavado completo' }).waitFor()
})

test('the page closed after the charge: nobody tells her browser, and it is paid all the same', async () => {
  const page = await ana()
  await (await choose(page, 'Almuerzo en el parador')).click()
  await payWith(page, withLever('pageClosed'))
  await page.waitForTimeout(500)
  await page.goto(`${stack.app}/#/listPayment`)
  await eventually(async () => {
    await page.reload()
    await waitUntilIdle(page)
    const row = page.getByRole('listitem').filter({ hasText: 'Almuerzo en el parador' }).first()
    return row.getByText('Pago', { exact: true }).isVisible()
  }, 60_000)
})

test('the page closed before paying: she goes on where she was, with the same token', async () => {
  const page = await ana()
  await (await choose(page, 'Cambio de aceite')).click()
  await page.getByLabel('Número de tarjeta').waitFor()
  await page.goto(`${stack.app}/#/payment`)
  await choose(page, 'Cambio de aceite')
  await page.getByRole('button', { name: /^Seguir pagando/ }).click()
  await payWith(page, CREDIT)
  await heading(page, '¡Listo! Pagaste')
})

test('a double tap opens one payment', async () => {
  const page = await ana()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('getGEOPayAccessToken')) calls.push(request.url())
  })
  const go = await choose(page, 'Café y alfajor')
  await go.dblclick()
  await payWith(page, CREDIT)
  await heading(page, '¡Listo! Pagaste')
  expect(calls).toHaveLength(1)
})

test('the network cut before the token: nothing is lost, and asking again is safe', async () => {
  const page = await ana()
  const go = await choose(page, '28 litros de Super')
  await page.context().setOffline(true)
  await go.click()
  await heading(page, /No pudimos abrir la página de pago/)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Probar de nuevo' }).click()
  await payWith(page, CREDIT)
  await heading(page, '¡Listo! Pagaste')
  await heading(page, /Ley 18\.083/)
})

test('the network cut on the way back: "estamos confirmando", never "reintentar", and then paid', async () => {
  const page = await ana()
  await (await choose(page, 'Service completo')).click()
  let cut = true
  await page.route('**/processGEOPayResponse', (route) =>
    cut ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.route('**/getPayments', (route) =>
    cut ? route.abort('internetdisconnected') : route.continue(),
  )
  await payWith(page, CREDIT, 3)
  await heading(page, 'Estamos confirmando tu pago')
  expect(await page.getByRole('button', { name: /reintentar|pagar|probar/i }).count()).toBe(0)
  cut = false
  await page.getByText('¡Listo! Pagaste').waitFor({ timeout: 90_000 })
  await heading(page, /3 cuotas/)
})

test('an issuer that is down: confirming while unknown, paid when it answers', async () => {
  const list = await ana()
  const debt = list.getByRole('listitem').filter({ hasText: 'Lubricantes para la empresa' })
  await debt.waitFor()
  const page = await ana()
  await (await choose(page, 'Lubricantes para la empresa')).click()
  await payWith(page, withLever('issuerDown'))
  await heading(page, 'Estamos confirmando tu pago')
  await list.reload()
  await debt.getByText(/confirmando/i).waitFor()
  await list.close()
  await page.getByText('¡Listo! Pagaste').waitFor({ timeout: 90_000 })
})

test.each<CardBehaviour>(['badSignature', 'alteredAmount'])(
  'a return that lies (%s) is not believed; the gateway is asked',
  async (lever) => {
    const page = await ana()
    await (
      await choose(page, lever === 'badSignature' ? 'Repuesto importado' : 'Lavado completo')
    ).click()
    await payWith(page, withLever(lever))
    await page.waitForURL(`${stack.app}/**`)
    await waitUntilIdle(page)
    await page.goto(`${stack.app}/#/listPayment`)
    const concept = lever === 'badSignature' ? 'Repuesto importado' : 'Lavado completo'
    await eventually(async () => {
      await page.reload()
      await waitUntilIdle(page)
      return page
        .getByRole('listitem')
        .filter({ hasText: concept })
        .first()
        .getByText('Pago', { exact: true })
        .isVisible()
    }, 60_000)
  },
)

test('after all of this: no page complained, and verify finds every promise kept', async () => {
  expect(desks.flatMap(({ complaints }) => complaints)).toEqual([])
  const said = execFileSync(
    process.execPath,
    [join(import.meta.dirname, '..', 'tools/commands/verify.ts')],
    { env: { ...process.env, DATA_DIR: stack.folder }, encoding: 'utf8' },
  )
  expect(said).toMatch(/^P1 +bien/m)
  expect(said).not.toMatch(/ROTA/)
})
