import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { rowInForce } from '#db/reference/rowInForce.ts'

const dayAt = (place: number) =>
  new Date(Date.UTC(2026, 0, 1) + place * DAY_MS).toISOString().slice(0, 10)

describe('rowInForce', () => {
  test('a row holds from its first to its last day, and without a last day until the next', () => {
    const rows = [
      { validFrom: '2026-01-01', validTo: '2026-01-31' },
      { validFrom: '2026-02-01', validTo: null },
      { validFrom: '2026-03-01', validTo: '2026-04-30' },
    ]
    const on = (day: string) => rows.findIndex((row) => row === rowInForce(rows, day))
    expect(['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28'].map(on)).toEqual([
      -1, 0, 0, 1, 1,
    ])
    expect(['2026-03-01', '2026-04-30', '2026-05-01'].map(on)).toEqual([2, 2, -1])
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
})
