import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'
import { withoutSeparators } from '#contract/fields/text.ts'

/**
 * A cédula de identidad (Uruguayan national id) as 8 digits, the last one its check digit. Older
 * numbers of 6 digits and a check digit are padded with a zero. Dots, hyphens and spaces are
 * accepted: `1.234.567-2`.
 * @returns null when it is not a valid cédula
 */
export function parseCedula(typed: string): string | null {
  const digits = withoutSeparators(typed)
  if (!/^\d{7,8}$/.test(digits) || /^0+.$/.test(digits)) return null
  const padded = digits.padStart(8, '0')
  const check = (10 - (weightedSum(padded, [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10
  return Number(padded[7]) === check ? padded : null
}

/**
 * A RUT (Uruguayan tax id) as 12 digits: 01 to 22, six digits that are not all zero, 001 and a
 * check digit. Dots, hyphens and spaces are accepted.
 * @returns null when it is not a valid RUT
 */
export function parseRut(typed: string): string | null {
  const digits = withoutSeparators(typed)
  if (!/^(0[1-9]|1\d|2[0-2])(?!000000)\d{6}001\d$/.test(digits)) return null
  // Modulo 11 also gives 10, which is no digit: such numbers are not issued.
  const check = (11 - (weightedSum(digits, [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return Number(digits[11]) === check ? digits : null
}

/**
 * RUTs that commas, semicolons or vertical bars separate, each once.
 * @returns null when one of them is not valid, or there is none
 */
export function parseRuts(typed: string): string[] | null {
  const read = typed.split(/[,;|]/).map(parseRut)
  return read.every((rut) => rut !== null) ? [...new Set(read)] : null
}

const weightedSum = (digits: string, weights: number[]) =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0)

const RUT = 'El RUT tiene doce dígitos.'
/** A RUT in a request, separators allowed, parsed to 12 digits; empty or left out for none. */
export const ClientRut = withDefault(
  z.string(RUT).check(
    z.maxLength(30, RUT),
    z.overwrite(withoutSeparators),
    z.refine(
      (rut) => rut === '' || parseRut(rut) !== null,
      'Ese RUT no es válido: revisá sus doce dígitos.',
    ),
  ),
  '',
)
