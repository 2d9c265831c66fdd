import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayOf,
  fromStamp,
  isStamp,
  lastDays,
  startOfDay,
  toHeaderTime,
  toRange,
  toStamp,
} from '#contract/dates.ts'

describe('dates', () => {
  test('toStamp, toHeaderTime and dayOf give the local time of Montevideo', () => {
    const instant = new Date('2026-11-20T02:05:09Z')
    expect(toStamp(instant)).toBe('20261119230509')
    expect(toHeaderTime(instant)).toBe('2026-11-19 23:05:09')
    expect(dayOf(instant)).toEqual({ year: 2026, month: 11, day: 19 })
    // A summer with daylight saving time.
    expect(toStamp(new Date('2014-12-31T23:30:00Z'))).toBe('20141231213000')
  })

  test('fromStamp inverts toStamp and toHeaderTime from 1990 to 2090', () => {
    const seconds = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2090, 0) }).map((ms) => {
      return new Date(Math.floor(ms / 1000) * 1000)
    })
    fc.assert(
      fc.property(seconds, (instant) => {
        const stamp = toStamp(instant)
        expect(isStamp(stamp)).toBe(true)
        expect(toStamp(fromStamp(stamp) ?? new Date(0))).toBe(stamp)
        expect(fromStamp(toHeaderTime(instant))).toEqual(fromStamp(stamp))
      }),
    )
  })

  test.each([
    '',
    '2026',
    '20260231000000',
    '20260100000000',
    '20261301000000',
    '20260101240000',
    '20260101006000',
    '20260101000060',
    '2026010100000x',
    '2026/01/01 00:00:00',
    '202601010000001',
    'x20260101000000',
  ])('fromStamp and isStamp reject «%s»', (text) => {
    expect(fromStamp(text)).toBeNull()
    expect(isStamp(text)).toBe(false)
  })

  test('fromStamp knows the hours on both sides of a change of the clocks', () => {
    const utc = (stamp: string) => fromStamp(stamp)?.toISOString().slice(0, 16)
    expect(utc('20141005013000')).toBe('2014-10-05T04:30')
    expect(utc('20141005033000')).toBe('2014-10-05T05:30')
    expect(utc('20150308003000')).toBe('2015-03-08T02:30')
    expect(utc('20150308023000')).toBe('2015-03-08T05:30')
  })

  test('startOfDay is midnight of the day in Montevideo', () => {
    for (const instant of ['2026-09-07T03:00:00Z', '2026-09-08T02:59:59Z'])
      expect(startOfDay(new Date(instant))).toEqual(new Date('2026-09-07T03:00:00Z'))
  })

  test('toRange writes a year that is still being typed with four digits', () => {
    const day = { year: 202, month: 2, day: 1 }
    expect(toRange({ dateFrom: day, dateTo: day }).dateFrom).toBe('02020201000000')
  })

  test('lastDays and toRange cover 90 days up to today, both ends whole', () => {
    expect(toRange(lastDays(new Date('2026-09-07T12:00:00Z')))).toEqual({
      dateFrom: '20260609000000',
      dateTo: '20260907235959',
    })
  })
})
