import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromInput,
  periodError,
  periodText,
  presetOf,
  presetPeriod,
  toInput,
} from '#kit/format/period.ts'

// The evening of the 20th in Montevideo, already the 21st in UTC.
const now = new Date('2026-11-21T01:30:00Z')

describe('period', () => {
  test('presetPeriod ends today in Montevideo', () => {
    expect(periodText(presetPeriod('days30', now))).toBe('del 21/10/2026 al 20/11/2026')
    expect(periodText(presetPeriod('days90', now))).toBe('del 22/08/2026 al 20/11/2026')
    expect(periodText(presetPeriod('year', now))).toBe('del 01/01/2026 al 20/11/2026')
  })

  test('presetOf returns the preset of a period, or own', () => {
    for (const preset of ['days30', 'days90', 'year'] as const) {
      expect(presetOf(presetPeriod(preset, now), now)).toBe(preset)
    }
    const day = { year: 2026, month: 11, day: 1 }
    expect(presetOf({ dateFrom: day, dateTo: day }, now)).toBe('own')
    expect(presetOf({ ...presetPeriod('days30', now), dateTo: day }, now)).toBe('own')
  })

  test('presetOf prefers 90 days on the day when they equal the year', () => {
    const firstOfApril = new Date('2027-04-01T12:00:00Z')
    expect(presetOf(presetPeriod('year', firstOfApril), firstOfApril)).toBe('days90')
  })

  test('toInput and fromInput are inverse', () => {
    fc.assert(
      fc.property(
        fc.record({
          year: fc.integer({ min: 1900, max: 9999 }),
          month: fc.integer({ min: 1, max: 12 }),
          day: fc.integer({ min: 1, max: 31 }),
        }),
        (day) => {
          expect(fromInput(toInput(day))).toEqual(day)
        },
      ),
    )
    for (const text of ['', '2026-11', '+2026-11-01', '2026-11-01T00:00'])
      expect(fromInput(text)).toBeNull()
  })

  test('periodError accepts valid periods only', () => {
    const first = { year: 2026, month: 9, day: 1 }
    const second = { year: 2026, month: 10, day: 1 }
    const tomorrow = { year: 2026, month: 11, day: 21 }
    expect(periodError(first, second, now)).toBeNull()
    expect(periodError(first, first, now)).toBeNull()
    const today = { year: 2026, month: 11, day: 20 }
    expect(periodError({ year: 1990, month: 1, day: 1 }, today, now)).toBeNull()
    expect(periodError(second, first, now)).toBe(
      'La fecha desde tiene que ser anterior a la fecha hasta.',
    )
    expect(periodError(first, tomorrow, now)).toBe('La fecha hasta no puede pasar de hoy.')
    expect(periodError(null, second, now)).toBe('Elegí las dos fechas.')
    // The year 2026, typed in part.
    expect(periodError({ ...first, year: 202 }, second, now)).toBe(
      'El año tiene que ser 1990 o posterior.',
    )
  })
})
