import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldPassword, withoutAccents } from '#server/auth/foldPassword.ts'

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
].flatMap((sequence) => [
  withoutAccents(sequence),
  Array.from(withoutAccents(sequence)).reverse().join(''),
])
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
/** The longest first, so that a word that is a part of another does not spoil its match. */
const ANY_WORD = new RegExp(
  WORDS.map(foldPassword)
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'g',
)
const MOST_WORDS = 3

/**
 * The folded common passwords: 20,000 of the list of `@zxcvbn-ts/language-common` 4.1.3 (MIT), the
 * first names of `@zxcvbn-ts/language-es-es` 4.1.2 (MIT), and last what is common in Uruguay.
 * The estimator of that package is not used: no bound on the guesses tells `Password2026!` from eight
 * random signs, and a check of 128 characters takes up to 840 ms of processor time, against 0.1 ms here.
 */
const COMMON = new Set(
  readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8')
    .trim()
    .split('\n')
    .map(foldPassword),
)

/**
 * Whether a password is a variant of a common one: its case, accents and leet digits, and what is no
 * letter at its ends, do not count. A password that only contains a common one is not.
 */
export const isCommon = (password: string): boolean =>
  candidatesOf(withoutAccents(password)).some(
    (text) =>
      COMMON.has(foldPassword(text)) || isSequence(text) || isRepeated(text) || isOfWords(text),
  ) || new Set(password.toLowerCase()).size < LEAST_DIFFERENT

/** Whether a text consists of a few of `WORDS`, with digits and signs between them. */
function isOfWords(text: string): boolean {
  const folded = [text, foldPassword(text)].find((one) => one.match(ANY_WORD)) ?? ''
  const words = folded.match(ANY_WORD)?.length ?? 0
  return words > 0 && words <= MOST_WORDS && !/\p{L}/u.test(folded.replaceAll(ANY_WORD, ' '))
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
  text.length >= 4 && SEQUENCES.some((sequence) => sequence.includes(text))

function isRepeated(text: string): boolean {
  const [, unit] = /^(.+?)\1+$/.exec(text) ?? []
  return unit !== undefined && (unit.length <= SHORT_UNIT || COMMON.has(foldPassword(unit)))
}
