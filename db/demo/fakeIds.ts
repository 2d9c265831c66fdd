/** A valid cédula: seven digits and their check digit. */
export function cedula(sevenDigits: number): string {
  const digits = String(sevenDigits).padStart(7, '0')
  return `${digits}${(10 - (weigh(digits, [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10}`
}

/**
 * The first valid RUT at or after a number: two digits 01-22, six digits, 001 and a check digit.
 * One number in eleven has no check digit and is skipped.
 */
export function rut(prefix: number, sixDigits: number): string {
  const digits = `${String(prefix).padStart(2, '0')}${String(sixDigits).padStart(6, '0')}001`
  const check = (11 - (weigh(digits, [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return check === 10 ? rut(prefix, sixDigits + 1) : `${digits}${check}`
}

const weigh = (digits: string, weights: number[]) =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0)

/** A mobile number in E.164, that is 09X XXX XXX without its trunk zero. */
export const mobile = (line: number) => `+5989${1 + (line % 9)}${String(line).padStart(6, '0')}`

/** The departments in the order of their letters on plates. */
const BY_LETTER = 'CA MA RO TT CL RV AR SA PA RN SO CO SJ FS FD LA DU TA MO'.split(' ')
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A plate of three letters and four digits; the first letter is the department's. */
export function plate(department: string, number: number): string {
  const pair = Math.floor(number / 10_000)
  const letters = `${LETTERS[BY_LETTER.indexOf(department)] ?? 'S'}${LETTERS[Math.floor(pair / 26) % 26]}${LETTERS[pair % 26]}`
  return `${letters}${String(number % 10_000).padStart(4, '0')}`
}
