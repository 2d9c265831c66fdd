import { describe, expect, test } from 'vitest'
import {
  countText,
  discrepancyCount,
  discrepancyText,
  unresolvedCount,
} from '#console/discrepancyText.ts'
import {
  DISCREPANCY_KINDS,
  type DiscrepancyKind,
  type GatewayDiscrepancy,
} from '#contract/entities/reconciliation.ts'

const discrepancy = (kind: DiscrepancyKind, more: Partial<GatewayDiscrepancy> = {}) => ({
  kind,
  reference: 'D-7',
  paymentToken: 'tok',
  here: { state: 'PAID', currency: '858' as const, amount: 123_450 },
  there: { state: 'APPROVED', currency: '840' as const, amount: 5_000 },
  resolved: false,
  ...more,
})
const said = (one: GatewayDiscrepancy) => discrepancyText(one).replaceAll('\u00A0', ' ')

describe('discrepancyText', () => {
  test('states both amounts to the cent for each kind of discrepancy', () => {
    expect(DISCREPANCY_KINDS.map((kind) => said(discrepancy(kind)))).toEqual([
      'La pasarela cobró US$ 50,00 por la deuda D-7; acá no figura paga.',
      'Acá figuran $ 1.234,50 pagos por la deuda D-7; la pasarela no los cobró.',
      'Por la deuda D-7 acá figuran $ 1.234,50; la pasarela cobró US$ 50,00.',
      'Un cobro de más: US$ 50,00 por la deuda D-7, que ya está paga con otro cobro.',
      'La pasarela anuló el cobro de US$ 50,00 por la deuda D-7; acá figura paga.',
      'La pasarela devolvió US$ 50,00 por la deuda D-7; acá figura paga.',
    ])
    expect(said(discrepancy('MISSING_HERE', { reference: '' }))).toMatch(
      /una deuda que no conocemos/,
    )
  })

  test("gives no amount for a malformed line of the gateway's list", () => {
    const there = { state: 'UNREADABLE', currency: '' as const, amount: 0 }
    expect(said(discrepancy('AMOUNT', { there }))).toBe(
      'La lista de la pasarela tiene un cobro por la deuda D-7 que no se puede leer; hay que verlo allá.',
    )
  })

  test('counts all discrepancies of a day, and those that are not resolved', () => {
    const none = Object.fromEntries(DISCREPANCY_KINDS.map((kind) => [kind, 0])) as Record<
      DiscrepancyKind,
      number
    >
    const day = { counts: { ...none, AMOUNT: 2, DOUBLE: 1 }, resolved: 1 }
    expect(discrepancyCount(day)).toBe(3)
    expect(unresolvedCount(day)).toBe(2)
    expect(unresolvedCount({ counts: none, resolved: 0 })).toBe(0)
    expect([1, 2].map((count) => countText(count, 'pago', 'pagos'))).toEqual(['1 pago', '2 pagos'])
  })
})
