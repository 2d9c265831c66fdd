import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { OFFICIAL_PRICES, REFUND_RATES, rowInForce } from '#db/reference/officialRows.ts'

const dayAt = (place: number) =>
  new Date(Date.UTC(2026, 0, 1) + place * DAY_MS).toISOString().slice(0, 10)

describe('official rows', () => {
  test('a row holds from its first to its last day, and without a last day until the next', () => {
    const rates = REFUND_RATES.filter(({ side }) => side === 'argentina')
    const on = (day: string) => rowInForce(rates, day)?.basisPoints
    expect(['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2030-01-01'].map(on)).toEqual([
      undefined,
      2800,
      2800,
      3200,
      3200,
    ])
    const prices = OFFICIAL_PRICES.filter(({ product }) => product === 'super')
    const priceOn = (day: string) => rowInForce(prices, day)?.price
    expect(['2026-02-28', '2026-03-01', '2026-04-30', '2026-05-01'].map(priceOn)).toEqual([
      7779,
      7688,
      7688,
      undefined,
    ])
  })

  test('of rows without overlap, exactly one or none holds on a day', () => {
    const row = fc.record({ from: fc.nat(40), days: fc.option(fc.nat(12)) })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (given) => {
        const rows = given.map(({ from, days }) => ({
          validFrom: dayAt(from),
          validTo: days === null ? null : dayAt(from + days),
        }))
        /** The places of the rows that hold on a day by their own days and the first day of the next. */
        const holding = (place: number) =>
          given.filter(({ from, days }, index) => {
            const next = given.some(
              (other, at) => at !== index && other.from > from && other.from <= place,
            )
            return from <= place && (days === null ? !next : place <= from + days)
          })
        const days = Array.from({ length: 60 }, (_, place) => place)
        fc.pre(days.every((place) => holding(place).length <= 1))
        for (const place of days)
          expect(rowInForce(rows, dayAt(place)) !== undefined).toBe(holding(place).length === 1)
      }),
    )
  })

  const rows = [
    ...OFFICIAL_PRICES.map((row) => ({ ...row, key: row.product })),
    ...REFUND_RATES.map((row) => ({ ...row, key: `${row.indicator} ${row.side}` })),
  ]
  test.each([...Map.groupBy(rows, ({ key }) => key)])('no two of %s hold on a day', (_, same) => {
    const sorted = same.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    for (const [place, { validFrom, validTo }] of sorted.entries()) {
      const last = validTo ?? validFrom
      expect(last >= validFrom).toBe(true)
      expect(last < (sorted[place + 1]?.validFrom ?? '9999-12-31')).toBe(true)
    }
  })
})
