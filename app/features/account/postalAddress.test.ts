import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressFields, joinAddress, splitAddress } from '#app/features/account/postalAddress.ts'

describe('an address', () => {
  const read = (part: string) => part.trim().replaceAll(/\s*,\s*/g, ', ')

  test.each([
    ['Ruta 8 km 29,500', 'Pando', 'Uruguay'],
    ['Rivera 2020, apto. 3', 'Ciudad de la Costa, Canelones', 'Uruguay'],
  ])('%s, %s, %s is read back as it was typed', (street, city, country) => {
    expect(splitAddress(joinAddress({ street, city, country }))).toEqual({ street, city, country })
  })

  test('any address that the fields take is read back, and stored again the same', () => {
    const word = fc.stringMatching(/^[A-Za-zñ0-9.]{1,8}$/)
    const part = fc.array(word, { minLength: 1, maxLength: 3 })
    const text = fc
      .tuple(part, fc.constantFrom(' ', ',', ', ', ' ,'))
      .map(([words, by]) => words.join(by))
    fc.assert(
      fc.property(text, text, text, (street, city, country) => {
        fc.pre(addressFields.city.safeParse(city).success)
        const address = joinAddress({ street, city, country })
        const fields = splitAddress(address)
        expect(fields).toEqual({ street, city: read(city), country: read(country) })
        expect(joinAddress(fields)).toBe(address)
      }),
    )
  })

  test('one that another program joined without spaces is split at its commas', () => {
    const [street, city, country] = ['Rivera 2020', 'Salto', 'Uruguay']
    expect(splitAddress(`${street},${city},${country}`)).toEqual({ street, city, country })
  })
})
