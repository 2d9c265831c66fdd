import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { typed, typedCents, typedNumber } from '#app/features/stationPayment/typedCents.ts'
import { money } from '#kit/format/numbers.ts'

describe('typedCents', () => {
  test.each([
    ['1.234,50', 123_450],
    ['1234,5', 123_450],
    ['1234.50', 123_450],
    ['1234.5', 123_450],
    ['$ 1.234', 123_400],
    ['1.234.567,89', 123_456_789],
    [' 0,05 ', 5],
  ])('reads %j', (text, cents) => expect(typedCents(text)).toBe(cents))

  test.each(['', ',', '$', '1,234.50', '12.34,5', '-1', '1e3', '1,2,3', '1,234', 'mil', '٣'])(
    'refuses %j',
    (text) => expect(typedCents(text)).toBeNull(),
  )

  test('reads each amount as it is shown', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (cents) => {
        expect(typedCents(money(cents))).toBe(cents)
      }),
    )
  })
})

describe('typedNumber', () => {
  test('reads a whole number as people write it', () => {
    expect([typedNumber('48230'), typedNumber(' 48.230 ')]).toEqual([48_230, 48_230])
  })

  test.each(['', '1e5', '0x1F', 'x1', '1x', 'mil'])('refuses %j', (text) => {
    expect(typedNumber(text)).toBeNull()
  })
})

describe('typed', () => {
  test('parses what is typed before the schema checks it', () => {
    const amount = typed(typedCents, z.number('Escribí el importe.'))
    expect(amount.parse('1.234,50')).toBe(123_450)
    expect(amount.safeParse('mil').error?.issues).toMatchObject([
      { message: 'Escribí el importe.' },
    ])
  })
})
