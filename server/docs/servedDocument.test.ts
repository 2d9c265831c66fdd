import { describe, expect, test } from 'vitest'
import { shiftExampleDates } from '#server/docs/servedDocument.ts'

describe('shiftExampleDates', () => {
  test('moves all dates but birthdates by the days since the recording', () => {
    const example = {
      datetime: '20260905101500',
      day: '20260907',
      at: '2026-08-31T12:00:00.000Z',
      birthdate: '20010914',
      rrn: '202609050000',
      address: '2026 de Setiembre',
      lines: [{ dueDate: '20260910' }],
      amount: 20260905,
    }
    // 22:00 of the day before in Montevideo.
    expect(shiftExampleDates(new Date('2027-09-08T01:00:00Z'), example)).toEqual({
      ...example,
      datetime: '20270905101500',
      day: '20270907',
      at: '2027-08-31T12:00:00.000Z',
      lines: [{ dueDate: '20270910' }],
    })
  })
})
