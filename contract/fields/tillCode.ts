import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'

const TILL_CODE = 'El código de la caja tiene hasta 20 letras y números, con 12 números a lo sumo.'
/** A code of the till's own. With at most 12 digits it cannot be a card number (P12). */
export const TillCode = z
  .string(TILL_CODE)
  .check(z.regex(/^(?!(?:\D*\d){13})[\w./-]{1,20}$/, TILL_CODE))
/** The same as `TillCode`; empty when it is left out. */
export const OptionalTillCode = withDefault(
  z.string(TILL_CODE).check(z.regex(/^(?!(?:\D*\d){13})[\w./-]{0,20}$/, TILL_CODE)),
  '',
)
