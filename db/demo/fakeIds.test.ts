import { describe, expect, test } from 'vitest'
import { cedula, mobile, plate, rut } from '#db/demo/fakeIds.ts'

describe('fakeIds', () => {
  test('computes known check digits', () => {
    expect(cedula(1_234_567)).toBe('12345672')
    expect(cedula(1_111_111)).toBe('11111111')
    // The weighted sum (4,3,2,9,8,7,6,5,4,3,2) over 21 990001 001, rounded up to the next multiple
    // of 11.
    expect(rut(21, 990_001)).toMatch(/^21990001001\d$/)
    const digits = Array.from(rut(21, 990_001), Number)
    const sum = [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2, 1].reduce(
      (total, weight, at) => total + weight * (digits[at] ?? 0),
      0,
    )
    expect(sum % 11).toBe(0)
  })

  test('skips a RUT whose check digit would be 10', () => {
    const all = Array.from({ length: 60 }, (_, at) => rut(1, 500_000 + at))
    expect(all.every((number) => /^\d{12}$/.test(number))).toBe(true)
    expect(new Set(all).size).toBeLessThan(60)
  })

  test('makes E.164 mobiles, and unique plates that begin with the letter of the department', () => {
    expect(mobile(1)).toBe('+59892000001')
    expect(mobile(110_000)).toMatch(/^\+5989[1-9]\d{6}$/)
    expect(plate('MO', 1234)).toBe('SAA1234')
    expect(plate('CA', 10_007)).toBe('AAB0007')
    const plates = Array.from({ length: 10_000 }, (_, at) => plate('MO', 1000 + at * 7))
    expect(new Set(plates).size).toBe(10_000)
  })
})
