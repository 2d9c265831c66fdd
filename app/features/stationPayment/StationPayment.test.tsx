// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NativeImplementations } from '#app/device/nativeImplementations.ts'
import type { DriverState, PaymentRequest } from '#contract/entities/paymentRequest.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { sent } from '#testing/browser/formSteps.ts'
import { type RenderedApp, type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aDebt } from '#testing/fixtures/entities.ts'

const PAGE = 'https://gateway.test/pay'
const geopay = { netId: 'N', merchantId: 'M', pageUrl: PAGE }
const opened = { authorizerRespCode: '00', authorizerRespDesc: 'AUTORIZADO', accessToken: 'token' }
const ADDRESS = '/readScann?payment=7K2M9QXATB'

/** Super and a coffee at the pump; the request ends 8 minutes and 5 seconds after noon. */
const aRequest = (fields: Partial<PaymentRequest> = {}): PaymentRequest => ({
  code: '7K2M9QXATB',
  state: 'waiting',
  isMine: false,
  expiresAt: '20261120120805',
  ticket: 'A-1234',
  branchCode: 'E001',
  terminal: 'Caja 2',
  lines: [
    { product: 'super', millilitres: 15_000, unitPrice: 7_688, amount: 115_320 },
    { product: 'store', millilitres: 0, unitPrice: 8_130, amount: 8_130 },
  ],
  points: 27,
  debt: aDebt({ points: 0, expectedRefund: { cents: 2_023, law: '19.210', basisPoints: 200 } }),
  ...fields,
})
const answerOf = (fields: Partial<PaymentRequest> = {}) => ({ request: aRequest(fields), geopay })

let posted: object[]
beforeEach(() => {
  posted = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    posted.push(Object.fromEntries(new FormData(this)))
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  globalThis.nativeImplementations = undefined
})

const renderScreen = (openPaymentRequest: unknown = answerOf(), address = ADDRESS) =>
  renderApp(address, {
    replies: {
      openPaymentRequest,
      getDebts: { debts: [], geopay },
      getPayments: { payments: [] },
      getGEOPayAccessToken: opened,
    } satisfies Replies,
  })
const main = async () => within(await screen.findByRole('main'))
const text = () => (screen.getByRole('main').textContent ?? '').replaceAll('\u00A0', ' ')
const payButton = () => screen.findByRole('button', { name: /^(Pagar|Seguir pagando)\s\$/ })
/** Lets the screen ask again, and the till or another driver have changed the request. */
function change(app: RenderedApp, fields: Partial<PaymentRequest>) {
  app.replies.openPaymentRequest = answerOf(fields)
  app.invalidateAll()
}

describe('the review of a payment request', () => {
  test('shows station, lines, amount, refund, points and the time left', async () => {
    const app = renderScreen()
    expect((await payButton()).textContent?.replaceAll('\u00A0', ' ')).toBe('Pagar $ 1.234,50')
    expect(text()).toContain('Estación Ceibo, Caja 2 · Ticket A-1234')
    expect(text()).toContain(
      '1. Super, 15,00 l a $ 76,88/L$ 1.153,202. Tienda$ 81,30Total$ 1.234,50',
    )
    expect(text()).toContain('te devuelven $ 20,23 por la Ley 19.210')
    expect(text()).toContain('Sumás 27 puntos')
    expect(screen.getByRole('timer').textContent).toBe('Te quedan 8:05 para pagar')
    expect(sent(app, 'openPaymentRequest')).toEqual([{ code: '7K2M9QXATB' }])
  })

  test('numbers its lines only where there are several', async () => {
    const [line] = aRequest().lines
    renderScreen(answerOf({ lines: line ? [line] : [] }))
    await payButton()
    expect(text()).toContain('Ticket A-1234Super, 15,00 l a $ 76,88/L')
  })

  test('is opened after the login by a link of the camera', async () => {
    const app = renderApp(ADDRESS, { name: null, replies: {} })
    await screen.findByLabelText('Correo electrónico')
    expect(new URLSearchParams(app.address().split('?')[1]).get('returnUrl')).toBe(ADDRESS)
  })

  test('counts down, and ends when its time is over', async () => {
    const app = renderScreen()
    await payButton()
    app.syncClock('Fri, 20 Nov 2026 15:07:30 GMT')
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/quedan 0:35/))
    expect(screen.getByText('Te queda menos de un minuto para pagar.')).toBeTruthy()
    app.syncClock('Fri, 20 Nov 2026 15:10:00 GMT')
    expect(await screen.findByText('Se terminó el tiempo para pagar')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Pagar/ })).toBeNull()
  })
})

describe('paying a payment request', () => {
  test('goes to the gateway once for two taps', async () => {
    const app = renderScreen()
    await app.user.dblClick(await payButton())
    await waitFor(() => expect(posted).toEqual([{ token: 'token' }]))
    expect(sent(app, 'getGEOPayAccessToken')).toMatchObject([
      { geopayNetId: 'N', debtData: { reference: 'D-1', tipAmount: 0 } },
    ])
    expect(app.storage.getItem('paymentUntil')).toBeTruthy()
  })

  test('does not go there when the till cancels meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof opened>()
    const app = renderScreen()
    app.replies.getGEOPayAccessToken = () => promise
    await app.user.click(await payButton())
    change(app, { state: 'cancelled' })
    await screen.findByText('La estación canceló este cobro')
    resolve(opened)
    await promise
    expect(posted).toEqual([])
  })

  test('is resumed while the gateway has its page', async () => {
    renderScreen(answerOf({ state: 'paying', isMine: true }))
    expect((await payButton()).textContent).toMatch(/^Seguir pagando/)
    expect(text()).toContain('Ya empezaste este pago')
  })

  test.each<[unknown, RegExp]>([
    [new ApiError(DENIED, 'Otra persona lo está pagando.'), /Otra persona lo está pagando/],
    [{ ...opened, authorizerRespCode: '96', authorizerRespDesc: 'Fuera de servicio.' }, /Fuera de/],
    [noAnswer('timeout'), /no se paga dos veces/],
    [noAnswer('offline'), /Necesitás conexión para pagar/],
  ])('says what went wrong (%#), and tries again', async (error, sentence) => {
    const app = renderScreen()
    app.replies.getGEOPayAccessToken = error
    await app.user.click(await payButton())
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    app.replies.getGEOPayAccessToken = opened
    await app.user.click(screen.getByRole('button', { name: 'Probar de nuevo' }))
    await waitFor(() => expect(posted).toHaveLength(1))
  })
})

describe('a payment request that cannot be paid', () => {
  test.each<[DriverState, isMine: boolean, title: string]>([
    ['taken', false, 'Otra persona lo está pagando'],
    ['paid', true, 'Ya pagaste esta compra'],
    ['paid', false, 'Otra persona ya la pagó'],
    ['cancelled', false, 'La estación canceló este cobro'],
    ['expired', false, 'Se terminó el tiempo para pagar'],
    ['voided', true, 'La estación anuló este pago'],
  ])('says that it is %s (mine: %s) while it is open', async (state, isMine, title) => {
    const app = renderScreen()
    await payButton()
    change(app, { state, isMine })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Pagar|Seguir/ })).toBeNull()
    expect(text()).toContain('Ticket A-1234')
  })

  test('is confirmed without a second payment while the outcome is not known', async () => {
    const debt = aDebt({ state: 'PROCESSING' })
    renderScreen(answerOf({ state: 'paying', isMine: true, debt }))
    expect(await screen.findByText('Estamos confirmando tu pago')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Pagar|Seguir/ })).toBeNull()
  })

  test('can be paid when the other person does not finish', async () => {
    const app = renderScreen(answerOf({ state: 'taken' }))
    await screen.findByText('Otra persona lo está pagando')
    change(app, {})
    expect(await payButton()).toBeTruthy()
  })

  test('is not known: leads back to the scanner', async () => {
    const unknown = new ApiError(DENIED, 'No hay.', { reason: 'payment_request_unknown' })
    const app = renderScreen(unknown)
    await screen.findByText('No encontramos este pago')
    await app.user.click(screen.getByRole('link', { name: 'Escanear otro código' }))
    await waitFor(() => expect(app.address()).toBe('/readScann'))
  })

  test.each([noAnswer('offline'), transportError(500)])('is asked for again: %s', async (error) => {
    const app = renderScreen(error)
    const again = await screen.findByRole('button', { name: 'Probar de nuevo' })
    app.replies.openPaymentRequest = answerOf()
    await app.user.click(again)
    expect(await payButton()).toBeTruthy()
  })
})

describe('the scanner', () => {
  test('opens the payment request of a till', async () => {
    globalThis.nativeImplementations = {
      scanCode: async () => `${location.origin}/#${ADDRESS}`,
    } as NativeImplementations
    const app = renderScreen(answerOf(), '/readScann')
    await app.user.click(await screen.findByRole('button', { name: 'Abrir la cámara' }))
    expect(await payButton()).toBeTruthy()
    expect(app.address()).toBe(ADDRESS)
    app.back()
    expect(await screen.findByRole('button', { name: 'Abrir la cámara' })).toBeTruthy()
  })

  test('opens it without a camera, by the code of the till and the amount', async () => {
    const app = renderScreen(answerOf(), '/readScann')
    const form = await main()
    await app.user.click(await form.findByRole('radio', { name: 'Escribir' }))
    const code = await form.findByLabelText('Código de la caja')
    await app.user.click(form.getByRole('button', { name: 'Ver el pago' }))
    expect(form.getByText('Escribí el código que muestra la caja.')).toBeTruthy()
    await app.user.type(code, ' e012-3 ')
    await app.user.type(form.getByLabelText('Importe'), 'mil{Enter}')
    expect(form.getByText(/^Escribí el importe.*1\.234,50/)).toBeTruthy()
    app.replies.openPaymentRequest = new ApiError(DENIED, 'No hay ningún cobro así.', {
      reason: 'payment_request_unknown',
    })
    await app.user.clear(form.getByLabelText('Importe'))
    await app.user.type(form.getByLabelText('Importe'), '1.234,50{Enter}')
    expect(await form.findByText('No hay ningún cobro así.')).toBeTruthy()
    expect(sent(app, 'openPaymentRequest')).toEqual([{ terminal: 'e012-3', amount: 123_450 }])
    app.replies.openPaymentRequest = answerOf()
    await app.user.click(form.getByRole('button', { name: 'Ver el pago' }))
    expect(await payButton()).toBeTruthy()
    expect(app.address()).toBe(ADDRESS)
  })
})
