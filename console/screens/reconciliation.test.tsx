// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { GatewayDay, GatewayDiscrepancy } from '#contract/entities/reconciliation.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'

const NONE = {
  MISSING_HERE: 0,
  MISSING_THERE: 0,
  AMOUNT: 0,
  DOUBLE: 0,
  VOIDED_THERE: 0,
  REFUNDED_THERE: 0,
}
const aDay = (more: Partial<GatewayDay> = {}): GatewayDay => ({
  day: '20261119',
  reconciledAt: '20261120031200',
  source: 'LIST',
  here: 12,
  there: 12,
  counts: NONE,
  resolved: 0,
  discrepancies: [],
  ...more,
})
const aDiscrepancy: GatewayDiscrepancy = {
  kind: 'AMOUNT',
  reference: 'D-7',
  paymentToken: 'tok-1',
  here: { state: 'PAID', currency: '858', amount: 123_450 },
  there: { state: 'APPROVED', currency: '858', amount: 1_234_500 },
  resolved: false,
}
const elena = { roles: ['1' as const] }
const plain = (element: Element | undefined) =>
  (element?.textContent ?? '').replaceAll('\u00A0', ' ')
afterEach(cleanup)

describe('reconciliation', () => {
  test('shows days without discrepancies, and a summary of all', async () => {
    renderConsole('/comparison', elena, {
      gatewayReport: { days: [aDay(), aDay({ day: '20261118' })], next: '' },
    })
    await screen.findByText('Todo cierra')
    const [first] = within(screen.getByRole('list', { name: 'Días comparados' })).getAllByRole(
      'listitem',
    )
    expect(plain(first)).toBe(
      '19 de noviembre de 2026Sin diferencias12 pagos acá, 12 en la pasarela · comparado el 20/11/2026 03:12 contra la lista de la pasarela',
    )
  })

  test('shows each discrepancy and whether it is resolved, and counts those that are not listed', async () => {
    const day = aDay({
      counts: { ...NONE, AMOUNT: 3 },
      resolved: 1,
      discrepancies: [aDiscrepancy, { ...aDiscrepancy, paymentToken: 'tok-2', resolved: true }],
    })
    renderConsole('/comparison', elena, { gatewayReport: { days: [day], next: '' } })
    await screen.findByText('2 diferencias esperan')
    expect(screen.getByText('3 diferencias')).toBeTruthy()
    const item = screen.getByText('Cobro tok-1').closest('li')
    expect(plain(item ?? undefined)).toBe(
      'Otro importe o monedaPor la deuda D-7 acá figuran $ 1.234,50; la pasarela cobró $ 12.345,00.Cobro tok-1Espera a una persona',
    )
    expect(screen.getByText('Se corrigió sola')).toBeTruthy()
    expect(screen.getByText('Y 1 diferencia más ese día.')).toBeTruthy()
  })

  test('loads older days on demand, and has an empty state', async () => {
    const gatewayReport = ({ after = '' }) =>
      after ? { days: [aDay({ day: '20261020' })], next: '' } : { days: [aDay()], next: '20261119' }
    const desk = renderConsole('/comparison', elena, { gatewayReport })
    await desk.user.click(await screen.findByRole('button', { name: 'Ver más' }))
    await screen.findByText('20 de octubre de 2026')

    renderConsole('/comparison', elena, { gatewayReport: { days: [], next: '' } })
    await screen.findByText('Todavía no hay comparaciones')
  })
})
