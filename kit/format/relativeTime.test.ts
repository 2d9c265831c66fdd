import { describe, expect, test } from 'vitest'
import { age, updatedText } from '#kit/format/relativeTime.ts'

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

describe('updatedText', () => {
  test.each([
    ['20261120143205', 'actualizado a las 14:32'],
    ['20261119143205', 'actualizado ayer a las 14:32'],
    ['20261118090105', 'actualizado el miércoles 18 de noviembre a las 09:01'],
    ['20251231235959', 'actualizado el 31 de diciembre de 2025 a las 23:59'],
    ['20261121000100', 'actualizado a las 00:01'],
  ])('gives the time, and the day when it is not today: %s', (stamp, text) => {
    expect(updatedText(stamp, LATE)).toBe(text)
  })
})
