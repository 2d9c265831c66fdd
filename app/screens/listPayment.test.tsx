// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PAYMENT_STATES, type Payment, STATE_LABELS } from '#contract/entities/payment.ts'
import { type RenderedApp, renderApp } from '#testing/browser/renderApp.tsx'
import { aPayment } from '#testing/fixtures/entities.ts'

const paid = aPayment()
const rejected = aPayment({
  datetime: '20261118101500',
  state: 'REJECTED',
  concept: 'Café',
  reason: 'La tarjeta no tiene fondos suficientes.',
})
const inOctober = aPayment({
  datetime: '20261015101500',
  concept: 'Cubiertas',
  currency: '840',
  amount: 12_200,
  tipAmount: 1_200,
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const renderScreen = (payments: Payment[] | Error, address = '/listPayment') =>
  renderApp(address, {
    replies: { getPayments: payments instanceof Error ? payments : { payments } },
  })
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00A0', ' ')
const sheet = () => screen.findByRole('dialog', { name: 'Tu pago' })
async function look({ user }: RenderedApp, concept: RegExp) {
  await user.click(await screen.findByRole('button', { name: concept }))
  const text = [...(await sheet()).querySelectorAll('dl > div')].map(({ children }) =>
    plain([...children].map(({ textContent }) => textContent).join(' ')),
  )
  return { facts: text, whole: plain((await sheet()).textContent) }
}

describe('listPayment', () => {
  test('groups payments by month with the amount paid', async () => {
    const voided = aPayment({ datetime: '20261117101500', state: 'VOIDED', concept: 'Aceite' })
    const { sentCalls } = renderScreen([paid, rejected, voided, inOctober])
    const november = await screen.findByRole('region', { name: 'Noviembre de 2026' })
    expect(plain(november.textContent)).toMatch(/^Noviembre de 2026Pagaste \$ 1\.234,50/)
    expect(plain(screen.getByRole('region', { name: 'Octubre de 2026' }).textContent)).toMatch(
      /^Octubre de 2026Pagaste US\$ 122,00/,
    )
    expect(
      within(november)
        .getAllByRole('listitem')
        .map((row) => plain(row.textContent)),
    ).toEqual([
      'Compras en el minimercado$ 1.234,50Estación Ceibo19/11/2026 14:22 · ····0002Pagado',
      'Café$ 1.234,50Estación Ceibo18/11/2026 10:15 · ····0002Rechazado',
      'Aceite$ 1.234,50Estación Ceibo17/11/2026 10:15 · ····0002Anulado',
    ])
    expect(sentCalls).toEqual([
      {
        name: 'getPayments',
        params: { dateFrom: '20260822000000', dateTo: '20261120235959' },
      },
    ])
  })

  test('lists a payment in the month and at the minute of its charge', async () => {
    renderScreen([aPayment({ datetime: '20261031235800', chargedAt: '20261101000310' }), inOctober])
    const november = await screen.findByRole('region', { name: 'Noviembre de 2026' })
    expect(plain(november.textContent)).toMatch(/Pagaste \$ 1\.234,50.*01\/11\/2026 00:03/)
  })

  test('shows what was given back of a payment, and takes it off the sum', async () => {
    const app = renderScreen([aPayment({ refundedAmount: 50_000 })])
    const november = await screen.findByRole('region', { name: 'Noviembre de 2026' })
    expect(plain(november.textContent)).toMatch(/^Noviembre de 2026Pagaste \$ 734,50/)
    expect(plain(november.textContent)).toMatch(/Pagado Te devolvimos \$ 500,00 de \$ 1\.234,50$/)
    const { facts, whole } = await look(app, /minimercado/)
    expect(facts).toContain('Te devolvimos $ 500,00')
    expect(whole).toContain('Vuelve a tu tarjeta')
  })

  test('shows the label of each state', async () => {
    renderScreen(
      PAYMENT_STATES.map((state, place) => aPayment({ state, datetime: `2026111912000${place}` })),
    )
    await screen.findByRole('region', { name: 'Noviembre de 2026' })
    const rows = screen.getAllByRole('button', { name: /minimercado/ })
    const labels = PAYMENT_STATES.map(
      (state) => ({ ...STATE_LABELS, PENDING: 'Sin terminar · seguir', PAID: 'Pagado' })[state],
    )
    rows.forEach((row, place) => expect(row.textContent?.endsWith(labels[place] ?? '?')).toBe(true))
    expect(rows).toHaveLength(labels.length)
  })

  test('labels a payment that the person cancelled as such', async () => {
    const cancelled = aPayment({
      state: 'REJECTED',
      maskedCard: '',
      reason: 'Cancelaste el pago.',
    })
    const { whole } = await look(renderScreen([cancelled]), /Compras.*Cancelado/)
    expect(whole).toContain('Cancelaste el pago. No se cobró nada.')
    expect(whole).not.toContain('Rechazado')
  })

  test('keeps a payment that was begun and ended by itself, and says that nothing was charged', async () => {
    const ended = aPayment({
      state: 'REJECTED',
      expired: true,
      reason: 'El pago quedó sin terminar.',
    })
    const { whole } = await look(renderScreen([ended]), /Compras.*Sin terminar/)
    expect(whole).toContain('El pago quedó sin terminar. No se cobró nada.')
    expect(whole).not.toMatch(/Rechazado|Cancelado/)
    expect(within(await sheet()).getByRole('link', { name: 'Ir a la deuda' })).toBeTruthy()
  })

  test('shows what becomes of a payment while the list and its sheet stay open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    const app = renderScreen([aPayment({ state: 'PROCESSING' })])
    await look(app, /Compras.*Procesando/)
    for (const [state, seconds, label] of [
      ['PAID', 30, 'Total pagado'],
      ['VOIDED', 300, 'Anulado'],
    ] as const) {
      app.replies.getPayments = { payments: [aPayment({ state })] }
      await act(() => vi.advanceTimersByTimeAsync((seconds - 10) * 1000))
      expect(within(await sheet()).queryByText(label)).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(11_000))
      expect(await within(await sheet()).findByText(label)).toBeTruthy()
    }
    expect(within(await sheet()).getByText(/tu tarjeta no lo paga/)).toBeTruthy()
  })

  test('opens a payment in a sheet, by tap and by address; Back closes it', async () => {
    const app = renderScreen([paid, inOctober])
    const { facts, whole } = await look(app, /Compras en el minimercado/)
    expect(facts).toEqual([
      'Compras en el minimercado $ 1.234,50',
      'Total pagado $ 1.234,50',
      'Te devuelven $ 20,23',
      'Ley aplicada Ley 19.210, inclusión financiera',
      'Puntos +48',
      'Monto gravado $ 1.011,89',
      'IVA $ 9,29',
      'Estación Estación Ceibo',
      'Fecha 19/11/2026 14:22',
      'Tarjeta Débito de prueba ····0002',
      'Cuotas Un pago',
      'Código de autorización 824992',
      'Referencia D-1',
    ])
    expect(whole).toContain('El comprobante fiscal es el CFE que te da la estación.')
    const address = app.address()
    app.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    renderScreen([paid, inOctober], address)
    expect(await sheet()).toBeTruthy()
  })

  test('shows the tip apart from the amount', async () => {
    const { facts } = await look(renderScreen([inOctober]), /Cubiertas/)
    expect(facts.slice(0, 3)).toEqual([
      'Cubiertas US$ 110,00',
      'Propina US$ 12,00',
      'Total pagado US$ 122,00',
    ])
  })

  test('shows the reason of a payment without a charge, with a link to its debt', async () => {
    const { whole } = await look(renderScreen([rejected]), /Café/)
    expect(whole).toContain('La tarjeta no tiene fondos suficientes. No se cobró nada.')
    expect(whole).not.toMatch(/CFE|Ley aplicada/)
    const way = within(await sheet()).getByRole('link', { name: 'Ir a la deuda' })
    expect(way.getAttribute('href')).toBe('/payment?reference=D-1')
  })

  test('offers to resume a begun payment without a claim about a charge', async () => {
    const { whole } = await look(
      renderScreen([aPayment({ state: 'PENDING', maskedCard: '' })]),
      /Compras/,
    )
    expect(whole).toContain('Si ya escribiste la tarjeta, lo estamos confirmando.')
    expect(whole).not.toContain('cobró')
    expect(whole).toContain(STATE_LABELS.PENDING)
    const way = within(await sheet()).getByRole('link', { name: 'Seguir con el pago' })
    expect(way.getAttribute('href')).toBe('/payment?reference=D-1')
  })

  test.each(['PROCESSING', 'PAID', 'VOIDED', 'REFUNDED'] as const)(
    'does not offer to pay again for %s, and shows a law for PAID only',
    async (state) => {
      const { whole } = await look(renderScreen([aPayment({ state })]), /Compras/)
      expect(whole.includes('Ley aplicada')).toBe(state === 'PAID')
      expect(whole.includes('Estamos confirmando tu pago')).toBe(state === 'PROCESSING')
      expect(within(await sheet()).queryByRole('link')).toBeNull()
    },
  )

  test('requests another period, stores it in the address and shows when it is empty', async () => {
    const { sentCalls, replies, address, user } = renderScreen([paid])
    await screen.findByRole('button', { name: /Compras/ })
    replies.getPayments = { payments: [] }
    await user.click(screen.getByRole('radio', { name: '30 días' }))
    const nothing = await screen.findByText('No hay pagos en este período')
    expect(nothing.parentElement?.textContent).toContain('del 21/10/2026 al 20/11/2026')
    expect(sentCalls[1]?.params).toEqual({ dateFrom: '20261021000000', dateTo: '20261120235959' })
    expect(address()).toBe('/listPayment?dateFrom=20261021&dateTo=20261120')
  })

  test('the first answer corrects the day and the period on a phone a day behind', async () => {
    const app = renderScreen([paid])
    await screen.findByRole('button', { name: /Compras/ })
    app.replies.getPayments = { payments: [aPayment({ concept: 'De hoy' }), paid] }
    act(() => app.syncClock('Sat, 21 Nov 2026 03:10:00 GMT'))
    expect(await screen.findByRole('button', { name: /De hoy/ })).toBeTruthy()
    expect(app.sentCalls.at(-1)?.params).toEqual({
      dateFrom: '20260823000000',
      dateTo: '20261121235959',
    })
    expect(screen.getByRole('radio', { checked: true, name: '90 días' })).toBeTruthy()
  })
})
