import { describe, expect, test } from 'vitest'
import { Currency, DOLLARS, PESOS, shareOf } from '#contract/money.ts'

describe('shareOf', () => {
  test('gives hundredths of a percent of an amount, rounded down to the cent', () => {
    expect(shareOf(8100, 300)).toBe(243)
    expect(shareOf(148_230, 10_000)).toBe(148_230)
    expect(shareOf(199, 100)).toBe(1)
    expect(shareOf(99, 100)).toBe(0)
    expect(shareOf(0, 3250)).toBe(0)
  })
})

describe('Currency', () => {
  test('accepts the ISO codes of pesos and dollars', () => {
    expect([PESOS, DOLLARS]).toEqual(['858', '840'])
    expect(Currency.safeParse('986').success).toBe(false)
  })
})
