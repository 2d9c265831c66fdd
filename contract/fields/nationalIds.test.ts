import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCedula, parseRut } from '#contract/fields/nationalIds.ts'
import { cedula, rut } from '#db/demo/fakeIds.ts'

const number = fc.integer({ min: 100_000, max: 9_999_999 })
/** A cédula as people write it: `1.234.567-2`. */
const withDots = (digits: string) =>
  digits
    .replace(/^0+/, '')
    .replace(/^(.*)(.)$/, '$1-$2')
    .replaceAll(/\B(?=(\d{3})+-)/g, '.')

const INVALID = ['', '0', '00000000', 'hola', '123456789012345', '1.234.567-x', '１２３４５６７２']

describe('parseCedula', () => {
  test('accepts dots, hyphens and spaces', () => {
    for (const typed of ['1.234.567-2', '12345672', ' 1 234 567 2 '])
      expect(parseCedula(typed)).toBe('12345672')
    expect(parseCedula('1.111.111-1')).toBe('11111111')
  })

  test('accepts every number with its check digit, with 7 or 8 digits, in every notation', () => {
    fc.assert(
      fc.property(number, (digits) => {
        const whole = cedula(digits)
        expect(parseCedula(whole)).toBe(whole)
        expect(parseCedula(whole.replace(/^0/, ''))).toBe(whole)
        expect(parseCedula(withDots(whole))).toBe(whole)
      }),
    )
  })

  test('rejects one wrong digit, except where the check digit cannot detect it', () => {
    fc.assert(
      fc.property(number, fc.nat(7), fc.integer({ min: 1, max: 9 }), (digits, place, shift) => {
        const whole = cedula(digits)
        const other = (Number(whole[place]) + shift) % 10
        const wrong = `${whole.slice(0, place)}${other}${whole.slice(place + 1)}`
        // Weights 2, 8, 6 and 4 share the factor 2 with 10: a shift of 5 leaves the sum unchanged.
        const undetectable = [0, 2, 4, 6].includes(place) && shift === 5
        expect(parseCedula(wrong) === null).toBe(!undetectable)
      }),
    )
  })

  test.each(INVALID)('rejects «%s»', (typed) => {
    expect(parseCedula(typed)).toBe(null)
  })

  test('returns 8 digits or null for every text', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(parseCedula(typed) ?? '00000000').toMatch(/^\d{8}$/)
      }),
    )
  })
})

describe('parseRut', () => {
  test('accepts spaces', () => {
    expect(parseRut('21 508055 001 1')).toBe('215080550011')
  })

  test('accepts the right check digit and rejects every other', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 22 }),
        fc.integer({ min: 1, max: 999_000 }),
        fc.integer({ min: 1, max: 9 }),
        (prefix, six, shift) => {
          const whole = rut(prefix, six)
          expect(parseRut(whole)).toBe(whole)
          expect(parseRut(`${whole.slice(0, 11)}${(Number(whole[11]) + shift) % 10}`)).toBe(null)
        },
      ),
    )
  })

  test.each(INVALID)('rejects «%s»', (typed) => {
    expect(parseRut(typed)).toBe(null)
  })

  test('returns 12 digits or null for every text', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(parseRut(typed) ?? '000000000000').toMatch(/^\d{12}$/)
      }),
    )
  })
})
