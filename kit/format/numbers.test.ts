import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decimals,
  distance,
  lazily,
  litres,
  money,
  moneyParts,
  percent,
  points,
  pricePerLitre,
  roundLitres,
  signedPoints,
} from '#kit/format/numbers.ts'

/** The inverse of `money`: the digits of the text, and its sign. */
const readCents = (text: string) =>
  Number(text.replaceAll(/[^\d]/g, '')) * (text.includes('-') ? -1 : 1)

const cents = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })

describe('money', () => {
  test('formats pesos and dollars as in Uruguay', () => {
    expect(money(123_450)).toBe('$\u00A01.234,50')
    expect(money(123_450, '840')).toBe('US$\u00A01.234,50')
    expect(money(-7779)).toBe('-$\u00A077,79')
    expect(money(0)).toBe('$\u00A00,00')
    expect(money(5)).toBe('$\u00A00,05')
  })

  test('loses no cent of any amount', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom('858' as const, '840' as const), (amount, currency) => {
        // Adding zero turns -0 into 0.
        expect(readCents(money(amount, currency)) + 0).toBe(amount + 0)
      }),
    )
  })

  test('has sign, symbol, groups of three digits and two decimals', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(money(amount)).toMatch(/^-?\$\u00A0\d{1,3}(\.\d{3})*,\d\d$/)
      }),
    )
  })

  test('equals the format of Intl for Uruguay', () => {
    const currency = new Intl.NumberFormat('es-UY', { style: 'currency', currency: 'UYU' })
    const litre = new Intl.NumberFormat('es-UY', { minimumFractionDigits: 3 })
    const signed = new Intl.NumberFormat('es-UY', { signDisplay: 'exceptZero' })
    fc.assert(
      fc.property(cents, (amount) => {
        expect(money(amount)).toBe(currency.format(decimals(amount, 2)))
        expect(litres(amount)).toBe(`${litre.format(decimals(amount, 3))}\u00A0l`)
        expect(signedPoints(amount)).toBe(signed.format(amount))
      }),
    )
  })

  test('equals the two parts of moneyParts together', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const [whole, fraction] = moneyParts(amount)
        expect(whole + fraction).toBe(money(amount))
        expect(fraction).toMatch(/^,\d\d$/)
      }),
    )
  })

  test('pricePerLitre adds the unit', () => {
    expect(pricePerLitre(7845)).toBe('$\u00A078,45/L')
  })
})

describe('lazily', () => {
  test('creates at the first use, once', () => {
    let created = 0
    const get = lazily(() => (created += 1))
    expect(created).toBe(0)
    expect([get(), get()]).toEqual([1, 1])
  })
})

describe('litres and points', () => {
  test('litres shows each millilitre, roundLitres one decimal, percent keeps its sign on the line', () => {
    expect([litres(35_127, 2), litres(35_122, 2)]).toEqual(['35,13\u00A0l', '35,12\u00A0l'])
    expect(litres(35_127)).toBe('35,127\u00A0l')
    expect(percent(3250)).toBe('32,5\u00A0%')
    expect(litres(40_000)).toBe('40,000\u00A0l')
    expect(litres(7)).toBe('0,007\u00A0l')
    expect(litres(1_234_500)).toBe('1.234,500\u00A0l')
    expect(roundLitres(35_127)).toBe('35,1\u00A0l')
    expect(roundLitres(40_000)).toBe('40\u00A0l')
  })

  test('points are whole, signedPoints have a sign', () => {
    expect(points(1250)).toBe('1.250')
    expect(points(0)).toBe('0')
    expect(signedPoints(27)).toBe('+27')
    expect(signedPoints(-1250)).toBe('-1.250')
    expect(signedPoints(0)).toBe('0')
  })
})

describe('distance', () => {
  test('rounds to ten metres, to 100 metres, then to kilometres', () => {
    expect([0, 4, 848, 994, 996, 1249, 9940, 23_400, 1_200_000].map(distance)).toEqual([
      '0\u00A0m',
      '0\u00A0m',
      '850\u00A0m',
      '990\u00A0m',
      '1\u00A0km',
      '1,2\u00A0km',
      '9,9\u00A0km',
      '23\u00A0km',
      '1.200\u00A0km',
    ])
  })
})
