import { describe, expect, test } from 'vitest'
import { toDate } from '#contract/dates.ts'
import { daysDue, spanOfDay, voidableUntil } from '#server/payments/businessDay.ts'

describe('business days', () => {
  test('run from midnight to midnight in Montevideo', () => {
    expect(toDate(new Date('2026-09-08T02:59:59.999Z'))).toBe('20260907')
    expect(toDate(new Date('2026-09-08T03:00:00Z'))).toBe('20260908')
    expect(spanOfDay('20260907')).toEqual({
      from: new Date('2026-09-07T03:00:00Z'),
      until: new Date('2026-09-08T03:00:00Z'),
    })
  })

  test('a day has 23 or 25 hours when clocks moved', () => {
    const hours = (day: string) => {
      const { from, until } = spanOfDay(day)
      return (until.getTime() - from.getTime()) / 3_600_000
    }
    expect([hours('20141005'), hours('20150308'), hours('20150309')]).toEqual([23, 25, 24])
  })

  test('a charge may be voided until 02:00 of the next day', () => {
    for (const at of ['2026-09-07T03:00:00Z', '2026-09-08T02:59:59Z'])
      expect(voidableUntil(new Date(at))).toEqual(new Date('2026-09-08T05:00:00Z'))
  })

  test('a text that is no date is no day', () => {
    expect(() => spanOfDay('20260231')).toThrow('20260231 is not a day')
  })

  test('the days are due from 03:00 of the next day, a week back, the oldest first', () => {
    const week = (last: number) => Array.from({ length: 7 }, (_, place) => String(last - 6 + place))
    expect(daysDue(new Date('2026-09-20T05:59:59Z'))).toEqual(week(20260918))
    expect(daysDue(new Date('2026-09-20T06:00:00Z'))).toEqual(week(20260919))
    expect(daysDue(new Date('2027-01-01T06:00:00Z')).slice(-2)).toEqual(['20261230', '20261231'])
  })
})
