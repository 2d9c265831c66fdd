import { describe, expect, test } from 'vitest'
import { age } from '#kit/format/age.ts'

const LATE = new Date('2026-11-20T23:30:00-03:00')

describe('age', () => {
  test.each([
    ['20261120000500', 'hoy'],
    ['20261119235959', 'ayer'],
    ['20261118093000', 'anteayer'],
    ['20261117093000', 'hace 3 días'],
    ['20260922093000', 'hace 59 días'],
    ['20260921093000', 'hace 2 meses'],
    ['20251120093000', 'hace 12 meses'],
    ['20261121000100', 'hoy'],
  ])('counts calendar days in Montevideo: %s', (stamp, text) => {
    expect(age(stamp, LATE)).toBe(text)
  })
})
