import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortDate } from '#contract/dates.ts'
import {
  dateAndTime,
  dayHeading,
  longDate,
  longMonth,
  monthHeading,
  nearDay,
  shortDay,
  shortMonth,
  timeOfDay,
} from '#kit/format/dates.ts'

/** The stamp of 10:15 on a day `yyyy-MM-dd`. */
const stamp = (day: string) => `${day.replaceAll('-', '')}101500`

const instant = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2099-12-31T23:59:59Z'),
  noInvalidDate: true,
})

describe('dates', () => {
  test('dates are cut from the stamp, without a change of zone', () => {
    expect(shortDate('20260907143205')).toBe('07/09/2026')
    expect(shortDate('20260907')).toBe('07/09/2026')
    expect(timeOfDay('20260907003205')).toBe('00:32')
    expect(dateAndTime('20260907143205')).toBe('07/09/2026 14:32')
    expect(longDate('20260907235959')).toBe('7 de setiembre de 2026')
    expect(longDate('20260101000000')).toBe('1 de enero de 2026')
  })

  test('dates have a short and a long month', () => {
    expect(shortMonth('202609')).toBe('set')
    expect(shortMonth('202601')).toBe('ene')
    expect(longMonth('202609')).toBe('setiembre de 2026')
  })

  test('dayHeading names today and yesterday, and adds the year when it is another one', () => {
    // 01:30 UTC on the 21st is still the 20th in Montevideo.
    const now = new Date('2026-11-21T01:30:00Z')
    expect(dayHeading('20261120093000', now)).toBe('Hoy')
    expect(dayHeading('20261119235959', now)).toBe('Ayer')
    expect(dayHeading('20260907120000', now)).toBe('Lunes 7 de setiembre')
    expect(dayHeading('20251231120000', now)).toBe('31 de diciembre de 2025')
  })

  test('monthHeading and shortDay name the month and the day of a list', () => {
    const now = new Date('2026-12-01T01:30:00Z')
    expect(monthHeading('202609')).toBe('Setiembre de 2026')
    // Half past ten in the evening of 30 November in Montevideo.
    const stamps = ['20261130223000', '20261129120000', '20261128000000', '20261125120000']
    expect(stamps.map((stamp) => shortDay(stamp, now))).toEqual(['hoy', 'ayer', 'sáb', 'mié'])
  })

  test('dayHeading finds yesterday across months, years and daylight saving time', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Montevideo' })
        const today = formatter.format(now)
        const before = new Date(`${today}T12:00:00Z`)
        before.setUTCDate(before.getUTCDate() - 1)
        expect(dayHeading(stamp(today), now)).toBe('Hoy')
        expect(dayHeading(stamp(before.toISOString().slice(0, 10)), now)).toBe('Ayer')
      }),
    )
  })

  test('nearDay names today and yesterday', () => {
    const now = new Date('2026-11-20T00:30:00-03:00')
    expect(
      ['20261120000100', '20261119235900', '20261118120000'].map((at) => nearDay(at, now)),
    ).toEqual(['Hoy', 'Ayer', '18/11/2026'])
  })
})
