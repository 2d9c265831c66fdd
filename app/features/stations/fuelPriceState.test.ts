import { describe, expect, test } from 'vitest'
import { fuelPriceState, nextChangeText } from '#app/features/stations/fuelPriceState.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'

const row = (validFrom: string, validTo: string, price: number): OfficialPrice => ({
  product: 'super',
  price,
  validFrom,
  validTo,
  decree: 'Decreto 130/025',
})
const rows = [row('20260101', '20260228', 7779), row('20260301', '20260430', 7688)]
const fuel = { code: 'super', price: 7688, validFrom: '20260301', validTo: '20260430' }

describe('fuelPriceState', () => {
  // Midnight in Montevideo is 03:00 UTC.
  test.each([
    ['2026-05-01T02:59:59Z', false],
    ['2026-05-01T03:00:00Z', true],
  ])('a price is over after its last day: %s', (now, isOver) => {
    expect(fuelPriceState(fuel, rows, new Date(now))).toMatchObject({ isOver, next: undefined })
    expect(fuelPriceState(fuel, [], new Date(now))).toMatchObject({ isOver, current: fuel })
  })

  test('the next known change begins at its midnight, also over a kept answer of the stations', () => {
    const known = [...rows, row('20260501', '', 7800)]
    const before = fuelPriceState(fuel, known, new Date('2026-05-01T02:59:59Z'))
    expect(before).toMatchObject({ isOver: false, current: { price: 7688 }, next: { price: 7800 } })
    const after = fuelPriceState(fuel, known, new Date('2026-05-01T03:00:00Z'))
    expect(after).toMatchObject({ isOver: false, current: { price: 7800 }, next: undefined })
  })

  test('a price without a last day, of an older server, is not over', () => {
    const { validTo: _, ...old } = fuel
    expect(fuelPriceState(old, [], new Date('2027-01-01T12:00:00Z')).isOver).toBe(false)
  })

  test('a newer price of the station is kept over older rows, and rows of other products are ignored', () => {
    const newer = { code: 'super', price: 7900, validFrom: '20260601', validTo: '' }
    const other = { ...row('20260701', '', 1), product: 'gasoil' }
    expect(fuelPriceState(newer, [...rows, other], new Date('2026-06-15T12:00:00Z'))).toMatchObject(
      { isOver: false, current: { price: 7900 }, next: undefined },
    )
  })
})

describe('nextChangeText', () => {
  const textAt = (now: string, known: OfficialPrice[]) =>
    nextChangeText(fuelPriceState(fuel, known, new Date(now))).replaceAll('\u00A0', ' ')

  test.each([
    [7808, 'cambia el 1/5: + $ 1,20 (queda en $ 78,08/L)'],
    [7600, 'cambia el 1/5: - $ 0,88 (queda en $ 76,00/L)'],
    [7688, 'sigue igual desde el 1/5'],
  ])('compares the next price, %i, with the one in force', (price, text) => {
    expect(textAt('2026-04-30T12:00:00Z', [...rows, row('20260501', '', price)])).toBe(text)
  })

  test('gives no difference from a price that is over, and nothing without a next price', () => {
    const known = [...rows, row('20260701', '', 7800)]
    expect(textAt('2026-06-15T12:00:00Z', known)).toBe('desde el 01/07/2026: $ 78,00/L')
    expect(textAt('2026-04-30T12:00:00Z', rows)).toBe('')
  })
})
