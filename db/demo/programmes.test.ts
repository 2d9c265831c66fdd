import { describe, expect, test } from 'vitest'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { priceOn } from '#db/demo/programmes.ts'
import { pointsOf, type Rule, ruleAt } from '#db/loyalty/accrual.ts'

describe('official prices and points rules', () => {
  test('priceOn returns the price in force, and the first price before the first day', () => {
    const price = (validFrom: string, cents: number) => ({
      product: 'super',
      validFrom,
      validTo: null,
      price: cents,
      decree: '',
    })
    const prices = [price('2025-09-01', 7820), price('2026-01-01', 7779)]
    expect(
      ['2024-02-01', '2025-12-31', '2026-01-01', '2026-11-20'].map((day) =>
        priceOn(prices, 'super', day),
      ),
    ).toEqual([7820, 7820, 7779, 7779])
    expect(() => priceOn(prices, 'store', '2026-01-01')).toThrow('no official price')
  })

  const rule = (validFrom: string, perLitre: number, perHundred: number): Rule => ({
    programme: 'surtidor',
    product: 'super',
    weekdays: [],
    hourFrom: 0,
    hourUntil: 24,
    means: [],
    validUntil: null,
    validFrom: new Date(validFrom),
    perLitre,
    perHundred,
  })

  test('pointsOf applies the rule in force per whole litre and whole hundred pesos, and gives 0 without a rule', () => {
    const rules = [rule('2026-01-01T03:00:00Z', 2, 0), rule('2026-06-01T03:00:00Z', 3, 1)]
    const at = (instant: string, programme = 'surtidor') =>
      ruleAt(rules, { programme, product: 'super', at: new Date(instant), means: [] })
    const purchase = { millilitres: 30_999, amount: 239_999, currency: PESOS } as const
    expect(at('2025-12-31T23:00:00Z')).toBeUndefined()
    expect(pointsOf(at('2025-12-31T23:00:00Z'), purchase)).toBe(0)
    expect(pointsOf(at('2026-06-01T02:59:59Z'), purchase)).toBe(60)
    expect(pointsOf(at('2026-06-01T03:00:00Z'), purchase)).toBe(90 + 23)
    const inDollars = { ...purchase, currency: DOLLARS } as const
    expect(pointsOf(at('2026-06-01T03:00:00Z'), inDollars)).toBe(90)
    expect(at('2026-07-01T00:00:00Z', 'uber')).toBeUndefined()
  })
})
