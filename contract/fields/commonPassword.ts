import { foldPassword, withoutAccents } from '#contract/fields/foldPassword.ts'

/** Rows and columns of the keyboard, digits and letters in order: a part of one is common. */
const SEQUENCES = [
  '0123456789'.repeat(3),
  '1234567890123456789',
  '12345678910111213141516',
  'abcdefghijklmnopqrstuvwxyz'.repeat(2),
  'abcdefghijklmnñopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiopasdfghjklñzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  '!@#$%^&*()',
  '!"#$%&/()=',
]
/** Each sequence forwards and backwards; built at its first use, not when a screen is loaded. */
let sequences: string[] | undefined
const everySequence = () =>
  (sequences ??= SEQUENCES.map(withoutAccents).flatMap((one) => [
    one,
    Array.from(one).reverse().join(''),
  ]))
/** A text of at most this length that is repeated makes no password. */
const SHORT_UNIT = 4
/** A password of fewer different characters is a play on one key. */
const LEAST_DIFFERENT = 5
/** Clubs, family, affection, places, and the product: a few of these words alone make no password. */
const WORDS = `boca river penarol nacional defensor danubio wanderers racing independiente barcelona
  madrid bolso manya carbonero tricolor celeste futbol campeon uruguay argentina montevideo salto
  paysandu maldonado rivera mi mis mama papa mami papi hijo hija hijos abuelo abuela hermano hermana
  familia amor vida cielo corazon te amo quiero mucho siempre dios jesus gato perro surtidor demo nafta
  gasoil combustible estacion petrobras ancap geopay puntos clave contrasena auto moto`.split(/\s+/)
let anyWord: RegExp | undefined
/** Matches one of `WORDS`, the longest first, so that a part of a word does not spoil its match. */
const matchingWord = () =>
  (anyWord ??= new RegExp(
    WORDS.map(foldPassword)
      .toSorted((one, other) => other.length - one.length)
      .join('|'),
    'g',
  ))
const MOST_WORDS = 3

type IsListed = (folded: string) => boolean

/**
 * Whether a password is a variant of a common one: its case, accents and leet digits, and what is no
 * letter at its ends, do not count. A password that only contains a common one is not.
 * @param isListed whether a folded text is in the list, which only the server has; without it
 * everything but the list is checked
 */
export const isCommonPassword = (password: string, isListed: IsListed = () => false): boolean =>
  candidatesOf(withoutAccents(password)).some(
    (text) =>
      isListed(foldPassword(text)) ||
      isSequence(text) ||
      isRepeated(text, isListed) ||
      isOfWords(text),
  ) || new Set(password.toLowerCase()).size < LEAST_DIFFERENT

/** Whether a text consists of a few of `WORDS`, with digits and signs between them. */
function isOfWords(text: string): boolean {
  const folded = [text, foldPassword(text)].find((one) => one.match(matchingWord())) ?? ''
  const words = folded.match(matchingWord())?.length ?? 0
  return words > 0 && words <= MOST_WORDS && !/\p{L}/u.test(folded.replaceAll(matchingWord(), ' '))
}

/** The password, and what is left of it without one or more of the signs at its ends. */
function candidatesOf(password: string): string[] {
  const plain = password.toLowerCase()
  const end = Math.max(plain.search(/\P{L}*$/u), /\p{L}/u.test(plain) ? 3 : 6)
  const shortened = Array.from({ length: Math.max(0, plain.length - end) }, (_, n) =>
    plain.slice(0, end + n),
  )
  const middle = plain.replaceAll(/^\P{L}+|\P{L}+$/gu, '')
  return [plain, ...shortened, ...(middle.length > 2 ? [middle] : [])]
}

const isSequence = (text: string): boolean =>
  text.length >= 4 && everySequence().some((sequence) => sequence.includes(text))

function isRepeated(text: string, isListed: IsListed): boolean {
  const [, unit] = /^(.+?)\1+$/.exec(text) ?? []
  return unit !== undefined && (unit.length <= SHORT_UNIT || isListed(foldPassword(unit)))
}
