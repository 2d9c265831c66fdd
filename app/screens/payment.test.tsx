// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { noAnswer, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aDebt } from '#testing/fixtures/entities.ts'

const debts = [
  aDebt({ reference: 'FAC-1', concept: 'Cambio de aceite', amount: 100_000, dueDate: '20261111' }),
  aDebt({ reference: 'FAC-2', concept: 'Lavado completo', amount: 79_000 }),
  aDebt({ reference: 'FAC-3', concept: 'Café', state: 'PROCESSING', dueDate: '20261111' }),
  aDebt({ reference: 'FAC-4', concept: 'Repuesto', currency: '840', amount: 12_200 }),
]
const geopay = { netId: 'N', merchantId: 'M', pageUrl: 'https://gateway.test/pay' }
afterEach(cleanup)

const renderScreen = (replies: Replies = {}, address = '/payment') =>
  renderApp(address, {
    replies: { getDebts: { debts, geopay }, getPayments: { payments: [] }, ...replies },
  })
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00A0', ' ')
const row = (name: RegExp) => screen.findByRole('button', { name })

describe('payment', () => {
  test('separates currencies, marks overdue debts and disables the one in confirmation', async () => {
    renderScreen()
    const pesos = await screen.findByRole('list', { name: 'Pendientes en pesos' })
    const rows = within(pesos).getAllByRole('listitem')
    expect(rows.map((row) => plain(row.textContent))).toEqual([
      'Cambio de aceite$ 1.000,00Estación CeiboVenció el 11/11/2026',
      'Lavado completo$ 790,00Estación CeiboVence el 01/12/2026',
      'Café$ 1.234,50Estación CeiboEstamos confirmando tu pago',
    ])
    expect(within(pesos).getAllByRole('button')).toHaveLength(2)
    const dollars = screen.getByRole('list', { name: 'Pendientes en dólares' })
    expect(plain(dollars.textContent)).toContain('US$ 122,00')
    // A debt in confirmation is not part of the total.
    expect(plain(screen.getByText('Tenés para pagar').parentElement?.textContent)).toBe(
      'Tenés para pagar$ 1.790,00y US$ 122,00 en dólaresUna deuda vencida',
    )
  })

  test('the total includes payable debts only, and is omitted without any', async () => {
    const panel = () => plain(screen.queryByText('Tenés para pagar')?.parentElement?.textContent)
    const confirming = debts.map((debt) => ({ ...debt, state: 'PROCESSING' }))
    renderScreen({ getDebts: { debts: [...confirming.slice(0, 3), debts[3]], geopay } })
    await screen.findByRole('list', { name: 'Pendientes en pesos' })
    expect(panel()).toBe('Tenés para pagarUS$ 122,00')
    renderScreen({ getDebts: { debts: confirming, geopay } })
    await screen.findByRole('list', { name: 'Pendientes en dólares' })
    expect(panel()).toBe('')
  })

  test('says of a debt that is due within a week in how many days', async () => {
    const due = (day: string) => aDebt({ reference: day, concept: day, dueDate: day })
    const soon = ['20261120', '20261121', '20261122', '20261127', '20261128'].map(due)
    renderScreen({ getDebts: { debts: soon, geopay } })
    await row(/^20261120/)
    const rows = screen.getAllByRole('button', { name: /^202611/ })
    expect(rows.map((one) => /V.*$/.exec(one.textContent ?? '')?.[0])).toEqual([
      'Vence hoy',
      'Vence mañana',
      'Vence en 2 días',
      'Vence en 7 días',
      'Vence el 28/11/2026',
    ])
  })

  test('opens the debt that was tapped, also beside one whose reference differs in its hyphens', async () => {
    const twins = [
      aDebt({ reference: 'SUC-1-12', concept: 'Cubierta', amount: 100_000 }),
      aDebt({ reference: 'SUC-11-2', concept: 'Batería', amount: 79_000 }),
    ]
    const { user } = renderScreen({ getDebts: { debts: twins, geopay } })
    await user.click(await row(/^Batería/))
    expect(plain((await screen.findByRole('dialog')).textContent)).toContain('$ 790,00')
  })

  test('shows that there is no connection and retries on request', async () => {
    const { replies, user } = renderScreen({ getDebts: noAnswer('offline') })
    expect(await screen.findByText('Estás sin conexión')).toBeTruthy()
    const again = screen.getByRole('button', { name: 'Probar de nuevo' })
    /** Presses the retry button, which is busy until the answer. */
    const tryAgain = async () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      replies.getDebts = () => promise
      await user.click(again)
      expect(await screen.findByText('Probando de nuevo…')).toBeTruthy()
      expect(again.getAttribute('aria-busy')).toBe('true')
      expect(document.activeElement).toBe(again)
      return resolve
    }
    const fail = await tryAgain()
    fail(transportError(503))
    expect(await screen.findByText('No pudimos cargar esto')).toBeTruthy()
    expect(again.getAttribute('aria-busy')).toBe('false')
    expect(document.activeElement).toBe(again)
    const answer = await tryAgain()
    answer({ debts, geopay })
    expect(await row(/Cambio de aceite/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  test.each(['/readScann', '/paymentScann'])(
    'the screen at %s finds a debt by its typed reference',
    async (at) => {
      const { address, user } = renderScreen({}, at)
      await user.click(await screen.findByRole('radio', { name: 'Escribir' }))
      const field = await screen.findByLabelText('Número de referencia')
      await user.type(field, 'FAC-9{Enter}')
      expect(await screen.findByText(/No encontramos esa referencia/)).toBeTruthy()
      await user.clear(field)
      await user.type(field, 'fac 2{Enter}')
      expect(await screen.findByRole('dialog', { name: 'Antes de pagar' })).toBeTruthy()
      expect(address()).toBe('/payment?reference=FAC-2')
    },
  )
})
