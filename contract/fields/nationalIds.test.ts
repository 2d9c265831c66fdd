import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCedula, parseRut, formatCedula } from '#contract/fields/nationalIds.ts'
import { cedula, rut } from '#db/demo/fakeIds.ts'

const number = fc.integer({ min: 100_000, max: 9_999_999 })

test('known documents are read as people write them', () => {
  for (const typed of ['1.234.567-2', '12345672', ' 1 234 567 2 '])
    expect(parseCedula(typed)).toBe('12345672')
  expect(parseCedula('1.111.111-1')).toBe('11111111')
  expect(parseRut('21 508055 001 1')).toBe('215080550011')
})

test('every cédula with its digit is one, older ones of six digits too, however it is written', () => {
  fc.assert(
    fc.property(number, (digits) => {
      const whole = cedula(digits)
      expect(parseCedula(whole)).toBe(whole)
      expect(parseCedula(whole.replace(/^0/, ''))).toBe(whole)
      expect(parseCedula(formatCedula(whole))).toBe(whole)
    }),
  )
})

test('one wrong digit, or two neighbours swapped unless they weigh the same, is noticed', () => {
  fc.assert(
    fc.property(number, fc.nat(7), fc.integer({ min: 1, max: 9 }), (digits, place, shift) => {
      const whole = cedula(digits)
      const other = (Number(whole[place]) + shift) % 10
      const wrong = `${whole.slice(0, place)}${other}${whole.slice(place + 1)}`
      // Weights 2, 8, 6 and 4 share a factor with 10: a shift of 5 there is what the digit cannot see.
      const blind = [2, 8, 6, 4][[0, 2, 4, 6].indexOf(place)] !== undefined && shift === 5
      expect(parseCedula(wrong) === null).toBe(!blind)
    }),
  )
})

test('every RUT with its digit is one, and no other digit serves', () => {
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

test.each(['', '0', '00000000', 'hola', '123456789012345', '1.234.567-x', '１２３４５６７２'])(
  '«%s» is no document',
  (typed) => {
    expect(parseCedula(typed)).toBe(null)
    expect(parseRut(typed)).toBe(null)
  },
)

test('nothing that is typed breaks the reading', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(parseCedula(typed) ?? '00000000').toMatch(/^\d{8}$/)
      expect(parseRut(typed) ?? '000000000000').toMatch(/^\d{12}$/)
    }),
  )
})
