/** Numbers of the card networks' prefixes and lengths; few bank accounts are among them. */
const CARD = new RegExp(
  `^(?:${[
    // Visa, of 13, 16 or 19 digits
    String.raw`4\d{12}(?:\d{3}){0,2}`,
    // Mastercard, OCA among them: 51 to 55, and 2221 to 2720
    String.raw`5[1-5]\d{14}`,
    String.raw`2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}`,
    // American Express
    String.raw`3[47]\d{13}`,
    // Diners: 300 to 305, 36, 38 and 39
    String.raw`3(?:0[0-5]|[689]\d)\d{11}(?:\d{2,5})?`,
    // JCB: 3528 to 3589
    String.raw`35(?:2[89]|[3-8]\d)\d{12,15}`,
    // Maestro, Cabal, OCA, Discover, UnionPay
    String.raw`(?:50|5[6-9]|6\d)\d{14,17}`,
  ].join('|')})$`,
)
/** As many digits as the shortest number has; a text without them has none. */
const LIKELY = /\p{Nd}(?:\P{Nd}*\p{Nd}){12}/u
const [SHORTEST, LONGEST] = [13, 19]

/** A JSON escape sequence, such as that of a line break, where JSON is quoted inside a text. */
const ESCAPED = /\\(?:[bfnrt]|u([\da-fA-F]{4}))/g
const DIGIT_OF_OTHER_SCRIPT = /(?!\d)\p{Nd}/gu
/**
 * A UUID; a cédula in its usual groups, 4.123.456-3, or an older one, 123.456-7; a RUT in its groups,
 * 21-508055-0011. No card is written in such groups, and together with a telephone number beside them
 * they would often pass as a card.
 */
const DOCUMENTS = [
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  /(?<!\d\.?)(?:\d([. ]?)\d{3}\1|\d{3}[. ]?)\d{3}\p{Pd}\d(?!\d)/gu,
  /(?<!\d\.?)\d\d([. ]|\p{Pd})\d{6}\1(?:001)\d(?!\d)/gu,
]
/** White space, dashes of any kind, invisible characters, and the backslash left of an escape. */
const SEPARATOR = /[\s\\\p{Pd}\p{Cf}\p{Cs}\u{10000}-\u{10FFFF}]/gu
/**
 * Groups of digits with only separators and points between them. None begins or ends inside a word, or
 * after the point of a fraction, which in a coordinate has seven digits or more.
 */
const GROUPS = /(?<!\w|\d\.)\d+(?!\w)(?:(?: |\.(?!\d{7}))+\d+(?!\w))*/g

/**
 * Whether a text contains a card number, however it is spaced; a date or a code may precede and follow
 * it. PCI DSS SAQ A: none may reach the server, in any field.
 */
export function containsCardNumber(text: string): boolean {
  if (text.length < SHORTEST || !LIKELY.test(text)) return false
  let plain = text.replaceAll(ESCAPED, unescaped).replaceAll(DIGIT_OF_OTHER_SCRIPT, asciiDigit)
  for (const document of DOCUMENTS) plain = plain.replaceAll(document, '""')
  return [...plain.replaceAll(SEPARATOR, ' ').matchAll(GROUPS)].some(([groups]) => isCardIn(groups))
}

const unescaped = (_escape: string, hex: string | undefined) =>
  hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16))

/** Unicode lists the digits of every script in blocks of ten, from 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}

/** Whether some groups of digits, one after the other, are a card number. */
function isCardIn(text: string): boolean {
  const groups = text.split(/[ .]+/)
  return groups.some((_, start) => {
    let number = ''
    for (let end = start; end < groups.length && number.length < LONGEST; end += 1) {
      number += groups[end]
      if (CARD.test(number) && passesLuhn(number)) return true
    }
    return false
  })
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(number: string): boolean {
  const doubled = Array.from(number)
    .toReversed()
    .map((digit, at) => Number(digit) * (1 + (at % 2)))
  return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0
}

/** Whether a text, a number or a key of a value contains a card number. */
export const hasCardNumber = (value: unknown): boolean => cardNumberPath(value) !== undefined

/**
 * The path of the first field of a value whose text or number contains a card number, of the object where
 * a key does; undefined where none does.
 */
export function cardNumberPath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return containsCardNumber(value) ? [] : undefined
  if (typeof value === 'number') return containsCardNumber(String(value)) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (containsCardNumber(key)) return []
    const path = cardNumberPath(inner)
    if (path) return [key, ...path]
  }
  return undefined
}
