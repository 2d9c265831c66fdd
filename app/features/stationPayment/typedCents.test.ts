import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typedCents } from '#app/features/stationPayment/typedCents.ts'
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
