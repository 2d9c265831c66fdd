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

/** City and country have no space after their own commas: the last two parts are read back as they were. */
export const joinAddress = ({ street, city, country }: Address): string =>
  [street, ...[city, country].map((part) => part.replaceAll(/\s*,\s*/g, ','))].join(', ')

/** The fields of a stored address: the last two parts are city and country. */
export function splitAddress(address: string): Address {
  const joined = address.split(', ')
  const parts = joined.length < 3 ? address.split(',') : joined
  const [country = '', city = ''] = parts
    .slice(-2)
    .toReversed()
    .map((part) => part.trim().replaceAll(',', ', '))
  return { street: parts.slice(0, -2).join(', ').trim(), city, country }
}
