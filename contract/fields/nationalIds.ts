/**
 * A cédula de identidad as 8 digits, check digit included; the older ones of 6 digits and check are
 * padded in front. Dots, dashes and spaces are accepted: `1.234.567-2`.
 * @returns null when it is none
 */
export function parseCedula(typed: string): string | null {
  const digits = digitsOnly(typed)
  if (!/^\d{7,8}$/.test(digits) || /^0+.$/.test(digits)) return null
  const padded = digits.padStart(8, '0')
  const check = (10 - (weightedSum(padded, [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10
  return Number(padded[7]) === check ? padded : null
}

/**
 * A RUT as 12 digits: 2 (01 to 22), 6 (not all zero), 001 and a check digit.
 * @returns null when it is none
 */
export function parseRut(typed: string): string | null {
  const digits = digitsOnly(typed)
  if (!/^(0[1-9]|1\d|2[0-2])(?!000000)\d{6}001\d$/.test(digits)) return null
  // Eleven checks for ten digits: a number whose check would be 10 is never given out.
  const check = (11 - (weightedSum(digits, [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return Number(digits[11]) === check ? digits : null
}

/** A cédula as people write it, `1.234.567-2`. */
export const formatCedula = (digits: string): string =>
  digits
    .replace(/^0+/, '')
    .replace(/^(.*)(.)$/, '$1-$2')
    .replaceAll(/\B(?=(\d{3})+-)/g, '.')

const digitsOnly = (typed: string) => typed.replaceAll(/[\s.-]/g, '')
const weightedSum = (digits: string, weights: number[]) =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0)
