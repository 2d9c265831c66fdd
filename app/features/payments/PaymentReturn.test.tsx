// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { type RenderedApp, type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aPayment } from '#testing/fixtures/entities.ts'

const paid = aPayment()
const processing = aPayment({ state: 'PROCESSING', maskedCard: '' })
const rejected = aPayment({ state: 'REJECTED', reason: 'La tarjeta no tiene fondos suficientes.' })
const MESSAGE = JSON.stringify({ token: 'the-token', reference: 'D-1' })

const back = (replies: Replies, message = MESSAGE) =>
  renderApp(`/payment?geopayResponse=${Buffer.from(message).toString('base64url')}`, {
    replies: {
      getDebts: { debts: [], geopay: { netId: 'N', merchantId: 'M', pageUrl: '' } },
      getPayments: { payments: [] },
      ...replies,
    },
  })
const seen = async (title: string) => {
  await screen.findByText(title)
  return (document.querySelector('main')?.textContent ?? '').replaceAll('\u00A0', ' ')
}
const processCalls = ({ sentCalls }: RenderedApp) =>
  sentCalls.filter(({ name }) => name === 'processGEOPayResponse')
const pollCalls = ({ sentCalls }: RenderedApp) =>
  sentCalls.filter(({ name, params }) => name === 'getPayments' && params.accessToken)
const CONFIRMING = 'Estamos confirmando tu pago'
/** The names of the links and buttons. */
const actions = () =>
  [...document.querySelectorAll('main a, main button')].map((way) => way.textContent)

beforeEach(() =>
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] }),
)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
/** Advances the fake clock and waits for the updates. */
const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

describe('paid', () => {
  test('shows the receipt, removes the message from the address and sends it once', async () => {
    const app = back({ processGEOPayResponse: { payment: paid } })
    const text = await seen('¡Listo! Pagaste')
    for (const part of [
      '$ 1.234,50',
      'Débito de prueba ····0002',
      'Código de autorización824992',
      'Ley 19.210, inclusión financiera',
      'Te devuelven $ 20,23 por la Ley 19.210',
      'Sumaste 48 puntos',
      'CFE que te da la estación',
    ])
      expect(text).toContain(part)
    expect(app.address()).toBe('/payment')
    expect(screen.getByRole('link', { name: 'Ver mis pagos' }).getAttribute('href')).toBe(
      '/listPayment',
    )
    await advance(3_600)
    expect(processCalls(app).map(({ params }) => params)).toEqual([{ geopayResponse: MESSAGE }])
    expect(pollCalls(app)).toHaveLength(16)
  })

  test('shows that the payment is voided and refunded later, and then stops polling', async () => {
    const app = back({
      processGEOPayResponse: { payment: paid },
      getPayments: { payments: [paid] },
    })
    await seen('¡Listo! Pagaste')
    app.replies.getPayments = { payments: [{ ...paid, state: 'VOIDED' }] }
    // Without a touch of the screen.
    await advance(60)
    expect(await seen('Tu pago se anuló')).not.toMatch(/Pagaste|Ley aplicada/)
    app.replies.getPayments = { payments: [{ ...paid, state: 'REFUNDED' }] }
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await seen('Te devolvimos tu pago')).not.toMatch(/Pagaste|Ley aplicada/)
    const polls = pollCalls(app).length
    await advance(3_600)
    expect(pollCalls(app)).toHaveLength(polls)
  })

  test('shows what was given back of the payment', async () => {
    back({ processGEOPayResponse: { payment: { ...paid, refundedAmount: 5_000 } } })
    expect(await seen('¡Listo! Pagaste')).toContain(
      'Te devolvimos $ 50,00 de $ 1.234,50 a tu tarjeta',
    )
  })

  test('omits points and refund when there are none', async () => {
    back({ processGEOPayResponse: { payment: { ...paid, law: '0', refund: 0, points: 0 } } })
    const text = await seen('¡Listo! Pagaste')
    expect(text).not.toMatch(/Sumaste|Te devuelven|Ley|Ninguna/)
  })
})

describe('not paid', () => {
  test('rejected: shows the reason and the link to pay with another card', async () => {
    back({ processGEOPayResponse: { payment: rejected } })
    expect(await seen('Pago rechazado')).toContain(
      'La tarjeta no tiene fondos suficientes. No se cobró nada.',
    )
    expect(screen.getByRole('link', { name: 'Pagar con otra tarjeta' }).getAttribute('href')).toBe(
      '/payment?reference=D-1',
    )
  })

  test('cancelled at the gateway: not shown as a declined card', async () => {
    const canceled = { ...rejected, maskedCard: '', reason: 'Cancelaste el pago.' }
    back({ processGEOPayResponse: { payment: canceled } })
    expect(await seen('No se hizo el pago')).toContain('Cancelaste el pago. No se cobró nada.')
  })

  test.each([
    ['VOIDED', 'Tu pago se anuló'],
    ['REFUNDED', 'Te devolvimos tu pago'],
  ] as const)('%s: shows "%s" and no tax refund', async (state, title) => {
    back({ processGEOPayResponse: { payment: { ...paid, state, points: 0 } } })
    expect(await seen(title)).not.toContain('Te devuelven')
  })

  test('VOIDED at a station: says that the station knows whether it is still owed', async () => {
    const station = { code: '7K2M9QXATB', branchCode: 'E001', ticket: 'A-1234' }
    back({ processGEOPayResponse: { payment: { ...paid, state: 'VOIDED', station } } })
    expect(await seen('Tu pago se anuló')).toContain('Preguntale a la estación')
  })

  test('shows the server’s sentence for a message of no payment of this user', async () => {
    const no = new ApiError(DENIED, 'El tiempo para pagar se terminó y no se cobró nada.')
    const app = back({ processGEOPayResponse: no })
    expect(await seen('No pudimos confirmar este pago')).toContain(no.message)
    await advance(3_600)
    expect([processCalls(app).length, pollCalls(app).length]).toEqual([1, 1])
  })

  test('does not poll for a message that cannot be parsed', async () => {
    const no = new ApiError(DENIED, 'La respuesta de la pasarela no se puede leer.')
    const app = back({ processGEOPayResponse: no }, '{"token":7}')
    await seen('No pudimos confirmar este pago')
    expect(pollCalls(app)).toEqual([])
  })
})

describe('in confirmation', () => {
  test('draws one spinner and makes no other query', async () => {
    const app = back({ processGEOPayResponse: () => new Promise(() => undefined) })
    await seen(CONFIRMING)
    await waitFor(() => expect(processCalls(app)).toHaveLength(1))
    expect(app.sentCalls.map(({ name }) => name)).toEqual(['processGEOPayResponse'])
  })

  test('polls at growing intervals and never offers to pay again', async () => {
    const answer = Promise.withResolvers<object>()
    const app = back({
      processGEOPayResponse: () => answer.promise,
      getPayments: { payments: [processing] },
    })
    await seen(CONFIRMING)
    await waitFor(() => expect(processCalls(app)).toHaveLength(1))
    // From here on only the test advances the clock, so a slow machine polls no earlier.
    vi.setTimerTickMode('manual')
    answer.resolve({ payment: processing })
    await advance(0)
    for (const [seconds, count] of [
      [4, 0],
      [2, 1],
      [12, 1],
      [4, 2],
      [25, 2],
      [6, 3],
      [61, 4],
    ] as const) {
      await advance(seconds)
      expect(pollCalls(app)).toHaveLength(count)
    }
    expect(pollCalls(app)[0]?.params.accessToken).toBe('the-token')
    expect(actions()).toEqual(['Ver mis pagos', 'Ir al inicio'])
    app.replies.getPayments = { payments: [paid] }
    await advance(121)
    expect(screen.getByText('¡Listo! Pagaste')).toBeTruthy()
    expect(processCalls(app)).toHaveLength(1)
  })

  test.each([
    noAnswer('offline'),
    noAnswer('unreachable'),
    transportError(500),
    transportError(429),
  ])('stays in confirmation after a call that fails with %s', async (error) => {
    const app = back({ processGEOPayResponse: error })
    await seen(CONFIRMING)
    await waitFor(() => expect(processCalls(app)).toHaveLength(1))
    expect(screen.queryByText(/no tenés conexión/) !== null).toBe(error.noAnswer === 'offline')
    expect(actions()).toEqual(['Ver mis pagos', 'Ir al inicio'])
    // The message was not processed: it is sent again unchanged.
    app.replies.processGEOPayResponse = { payment: paid }
    await advance(6)
    await seen('¡Listo! Pagaste')
    expect(processCalls(app)[1]?.params).toEqual(processCalls(app)[0]?.params)
  })

  test('sends the message again when the list omits an attempt that ended unpaid', async () => {
    const app = back({
      processGEOPayResponse: { payment: processing },
      getPayments: { payments: [processing] },
    })
    await seen(CONFIRMING)
    await waitFor(() => expect(processCalls(app)).toHaveLength(1))
    // The hosted page has expired, and whether it was used is not known yet.
    app.replies.getPayments = { payments: [] }
    await advance(6)
    await seen(CONFIRMING)
    expect([processCalls(app).length, pollCalls(app).length]).toEqual([2, 1])
    const over = new ApiError(DENIED, 'El tiempo para pagar se terminó y no se cobró nada.')
    app.replies.processGEOPayResponse = over
    await advance(16)
    expect(await seen('No pudimos confirmar este pago')).toContain(over.message)
    await advance(3_600)
    expect([processCalls(app).length, pollCalls(app).length]).toEqual([3, 2])
  })

  test('an attempt that ended unpaid: shows that nothing was charged, and a late approval', async () => {
    const over = new ApiError(DENIED, 'El tiempo para pagar se terminó y no se cobró nada.')
    const expired = { state: 'REJECTED', expired: true, reason: 'El pago quedó sin terminar.' }
    const app = back({
      processGEOPayResponse: over,
      getPayments: { payments: [{ ...processing, ...expired }] },
    })
    expect(await seen('No se hizo el pago')).toContain(
      'El pago quedó sin terminar. No se cobró nada.',
    )
    expect(actions()).toEqual(['Pagar ahora', 'Volver a mis deudas'])
    app.replies.getPayments = { payments: [paid] }
    await advance(60)
    await seen('¡Listo! Pagaste')
  })

  test('polls at once when the network or the page is back', async () => {
    const app = back({ processGEOPayResponse: { payment: processing } })
    app.replies.getPayments = { payments: [paid] }
    await seen(CONFIRMING)
    await waitFor(() => expect(processCalls(app)).toHaveLength(1))
    await advance(0)
    window.dispatchEvent(new Event('online'))
    await advance(1)
    expect(await seen('¡Listo! Pagaste')).toBeTruthy()
  })

  test('polls after a refused message that contains the token of a payment', async () => {
    const app = back({
      processGEOPayResponse: new ApiError(DENIED, 'No pudimos validar la respuesta.'),
      getPayments: { payments: [processing] },
    })
    await waitFor(() => expect(pollCalls(app)).toHaveLength(1))
    expect(await seen(CONFIRMING)).not.toContain('No pudimos validar')
    app.replies.getPayments = { payments: [paid] }
    await advance(16)
    await seen('¡Listo! Pagaste')
  })
})
