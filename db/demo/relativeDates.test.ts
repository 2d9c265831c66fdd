import { describe, expect, test } from 'vitest'
import { relativeDates } from '#db/demo/relativeDates.ts'

describe('relativeDates', () => {
  test('uses the day in America/Montevideo, not in UTC', () => {
    const lateEvening = relativeDates(new Date('2026-01-01T02:30:00Z'))
    expect(lateEvening.date(0)).toBe('2025-12-31')
    expect(lateEvening.date(31)).toBe('2025-11-30')
    expect(lateEvening.date(-1)).toBe('2026-01-01')
    expect(lateEvening.at(1, 9, 5, 7)).toEqual(new Date('2025-12-30T12:05:07Z'))
    expect(lateEvening.monthStart(0)).toEqual(new Date('2025-12-01T03:00:00Z'))
    expect(lateEvening.monthStart(13)).toEqual(new Date('2024-11-01T03:00:00Z'))
  })
})
