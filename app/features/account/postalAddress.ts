import * as z from 'zod/mini'
import { singleLine } from '#contract/fields/text.ts'

const part = (max: number, subject: string, missing: string) =>
  singleLine(max, subject).check(z.minLength(1, missing))

/** The fields of an address. Joined they are no longer than the contract's maximum. */
export const addressFields = {
  street: part(120, 'La calle', 'Escribí la calle y el número.'),
  city: part(40, 'La ciudad', 'Escribí la ciudad.'),
  country: part(36, 'El país', 'Escribí el país.'),
}
interface Address {
  street: string
  city: string
  country: string
}

export const joinAddress = ({ street, city, country }: Address): string =>
  [street, city, country].join(', ')

/** The fields of a stored address: the last two parts are city and country. */
export function splitAddress(address: string): Address {
  const parts = address.split(',').map((one) => one.trim())
  const [country = '', city = ''] = parts.slice(-2).toReversed()
  return { street: parts.slice(0, -2).join(', '), city, country }
}
