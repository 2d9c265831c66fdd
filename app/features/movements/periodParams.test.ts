import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodFromSearch, toSearch } from '#app/features/movements/periodParams.ts'
import { dayOf, lastDays, toRange } from '#contract/dates.ts'

const now = new Date('2026-11-20T12:00:00-03:00')
const usual = lastDays(now)

describe('periodParams', () => {
  test('a missing or invalid period means the default one', () => {
    const period = { dateFrom: '20260101', dateTo: '20260131' }
    expect(periodFromSearch(period, now).dateFrom).toEqual({ year: 2026, month: 1, day: 1 })
    for (const nonsense of [
      {},
      { dateFrom: '20260101' },
      { ...period, dateTo: '20260230' },
      { ...period, dateTo: '2026-01-31' },
      { ...period, dateTo: '20251231' },
      { ...period, dateTo: '20261121' },
      { ...period, dateFrom: '00260101' },
      { ...period, dateFrom: "20260101' or 1=1" },
    ] as Record<string, string>[])
      expect(periodFromSearch(nonsense, now)).toEqual(usual)
  })

  test('the default period has no parameters', () => {
    expect(toSearch(usual, now)).toEqual({})
  })

  test('a period survives the way to parameters and back', () => {
    const day = fc
      .integer({ min: 0, max: 9000 })
      .map((ago) => dayOf(new Date(now.getTime() - ago * 86_400_000)))
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [a, b] = [
          { dateFrom: one, dateTo: other },
          { dateFrom: other, dateTo: one },
        ]
        const period = toRange(a).dateFrom <= toRange(b).dateFrom ? a : b
        expect(periodFromSearch(toSearch(period, now), now)).toEqual(period)
      }),
    )
  })
})
