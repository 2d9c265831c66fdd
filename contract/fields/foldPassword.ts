/** The signs that people write for a letter; those of I and L are the same, so that both are one. */
const LEET: Record<string, string> = {
  a: '4@',
  b: '8',
  e: '3€',
  g: '9',
  i: '1!|l',
  o: '0',
  s: '5$',
  t: '7+',
}
const LETTER_OF = new Map(
  Object.entries(LEET).flatMap(([letter, signs]) => Array.from(signs, (sign) => [sign, letter])),
)

/** `ñ` becomes `n`, `é` becomes `e`. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** A text in lower case, without accents, with leet signs read as letters. Equal texts look alike. */
export const foldPassword = (text: string): string =>
  Array.from(withoutAccents(text).toLowerCase(), (sign) => LETTER_OF.get(sign) ?? sign).join('')

/** Matches a text of small letters and digits as `foldPassword` does, at any place of a password. */
export const leetPattern = (text: string): RegExp =>
  new RegExp(Array.from(foldPassword(text), alternativesOf).join(''), 'gi')

const alternativesOf = (letter: string) =>
  `[${letter}${LEET[letter] ?? ''}]`.replaceAll(/[$|+]/g, '\\$&')
