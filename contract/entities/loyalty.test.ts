import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromStamp, toDate } from '#contract/dates.ts'
import { arePointsRetained, pointsRetainedUntil } from '#contract/entities/loyalty.ts'

const at = (stamp: string) => fromStamp(stamp) ?? new Date(Number.NaN)

const YEARS = { min: new Date('2020-01-01T03:00:00Z'), max: new Date('2090-01-01T03:00:00Z') }

describe('pointsRetainedUntil', () => {
  test.each([
    ['20260907120000', '20270907'],
    // Late in Montevideo, the next day in UTC.
    ['20260907235959', '20270907'],
    ['20260908000000', '20270908'],
    ['20271231230000', '20281231'],
    // A leap day has no counterpart a year later.
    ['20280229100000', '20290228'],
    ['20270228100000', '20280228'],
  ])('of an end at %s is %s', (ended, until) => {
    expect(pointsRetainedUntil(at(ended))).toBe(until)
  })

  test('includes the whole last day in Montevideo, and nothing after it', () => {
    const ended = at('20260907120000')
    expect(arePointsRetained(ended, at('20270907235959'))).toBe(true)
    expect(arePointsRetained(ended, at('20270908000000'))).toBe(false)
  })

  test('is between 365 and 366 days after the day of the end', () => {
    fc.assert(
      fc.property(fc.date({ ...YEARS, noInvalidDate: true }), (ended) => {
        const day = (date: string) =>
          Date.UTC(+date.slice(0, 4), +date.slice(4, 6) - 1, +date.slice(6))
        const days = (day(pointsRetainedUntil(ended)) - day(toDate(ended))) / 86_400_000
        expect([365, 366]).toContain(days)
      }),
    )
  })
})
