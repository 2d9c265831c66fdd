import { issuedLengths, LONGEST_CARD, SHORTEST_CARD } from '#server/http/cardNetworks.ts'

const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi
/**
 * A cédula in its usual groups, 4.123.456-3, or an older one, 123.456-7. No card is written in such
 * groups, and together with a telephone number on the next line they would often pass as a card.
 */
const CEDULA = /(?<!\d\.?)(?:\d([. ]?)\d{3}\1|\d{3}[. ]?)\d{3}\p{Pd}\d(?!\d)/gu
/** A RUT in its groups, 21-508055-0011, for the same reason. */
const RUT = /(?<!\d\.?)\d\d([. ]|\p{Pd})\d{6}\1(?:001)\d(?!\d)/gu
/** A JSON escape sequence, such as that of a line break, where JSON is quoted inside a text. */
const ESCAPED = /\\(?:[bfnrt]|u([\da-fA-F]{4}))/g

/** Whether a text contains a card number. PCI DSS SAQ A: none may reach the server, in any field. */
export function containsCardNumber(text: string): boolean {
  if (text.length < SHORTEST_CARD) return false
  const plain = text.includes('\\') ? text.replaceAll(ESCAPED, unescaped) : text
  // Documents are taken out only of a text that seems to contain a card number.
  return searchCardNumber(plain).found && searchCardNumber(withoutDocuments(plain)).found
}

const unescaped = (_escape: string, hex: string | undefined) =>
  hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16))
const withoutDocuments = (text: string) =>
  text.replaceAll(UUID, '""').replaceAll(CEDULA, '""').replaceAll(RUT, '""')

const SHORTEST_NUMBER = 10 ** (SHORTEST_CARD - 1)

/** Whether a text, a number or a key of a value contains a card number. */
export function hasCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return containsCardNumber(value)
  // Shorter numbers are shorter than a card's.
  if (typeof value === 'number')
    return Math.abs(value) >= SHORTEST_NUMBER && containsCardNumber(String(value))
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasCardNumber)
  return Object.entries(value).some(
    ([key, inner]) => containsCardNumber(key) || hasCardNumber(inner),
  )
}

/** Kinds of characters; a digit is its value, 0 to 9. */
const SEPARATOR = 10
const POINT = 11
const WORD = 12
const OTHER = 13
/** The kind of each UTF-16 code unit; a table, because each character of a text is looked up. */
const kinds = new Uint8Array(65_536).fill(OTHER)
const everyCharacter = Array.from(kinds, (_, code) => String.fromCharCode(code)).join('')
const codesOf = (kind: RegExp) => Array.from(everyCharacter.matchAll(kind), ({ index }) => index)
for (const code of codesOf(/\w/g)) kinds[code] = WORD
// White space, dashes of any kind, invisible characters, and the backslash left of an escape.
for (const code of codesOf(/[\s\\\p{Pd}\p{Cf}]/gu)) kinds[code] = SEPARATOR
// The halves of the characters beyond the first plane, some of which are invisible.
kinds.fill(SEPARATOR, 0xd8_00, 0xe0_00)
// Unicode lists the digits of every script in blocks of ten, from 0 to 9.
for (const [index, code] of codesOf(/\p{Nd}/gu).entries()) kinds[code] = index % 10
kinds['.'.charCodeAt(0)] = POINT

/**
 * Searches a text for groups of digits with the prefix, the length and the check digit of a card
 * number, however they are spaced; a date or a code may precede and follow them. Each end of a group
 * is compared only with the lengths of card numbers, so the time is linear in the size of the text.
 * @returns also the number of Luhn checks: the work beyond the looks at each character
 */
export function searchCardNumber(text: string): { found: boolean; checks: number } {
  run.clear()
  run.checks = 0
  let end = 0
  for (let start = nextDigit(text, 0); start < text.length; start = nextDigit(text, end)) {
    const joined = run.length > 0 && isGap(text, end, start)
    if (!joined) run.clear()
    end = endOfGroup(text, start)
    // A number begins and ends with a group: none has a longer one, the digits of a word, or those of
    // a fraction.
    if (end - start > LONGEST_CARD || (!joined && !beginsNumber(text, start))) run.clear()
    else {
      run.add(text, start, end)
      if (kindAt(text, end) !== WORD && run.endsWithCard())
        return { found: true, checks: run.checks }
    }
  }
  return { found: false, checks: run.checks }
}

const kindAt = (text: string, at: number) =>
  at >= 0 && at < text.length ? (kinds[text.charCodeAt(at)] ?? OTHER) : OTHER
const isDigit = (text: string, at: number) => kindAt(text, at) < SEPARATOR

function nextDigit(text: string, from: number): number {
  let at = from
  while (at < text.length && (kinds[text.charCodeAt(at)] ?? OTHER) >= SEPARATOR) at++
  return at
}

function endOfGroup(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && (kinds[text.charCodeAt(at)] ?? OTHER) < SEPARATOR) at++
  return at
}

/** Whether only separators are between two groups of digits. A point that begins a fraction is none. */
function isGap(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const kind = kindAt(text, at)
    if (kind >= WORD || (kind === POINT && sevenDigitsAt(text, at + 1))) return false
  }
  return true
}

/** As after the point of a coordinate. */
function sevenDigitsAt(text: string, from: number): boolean {
  for (let at = from; at < from + 7; at++) if (!isDigit(text, at)) return false
  return true
}

function beginsNumber(text: string, start: number): boolean {
  const before = kindAt(text, start - 1)
  return before !== WORD && !(before === POINT && isDigit(text, start - 2))
}

/** Room for the digits of a card number; a power of two, so that a position wraps with one operation. */
const ROOM = 32
const WRAP = ROOM - 1

/** The last digits of a run of groups, as what the Luhn check needs of them. */
class DigitRun {
  length = 0
  checks = 0
  #lastFour = 0
  /** The lengths of the card numbers that may begin at each position, one bit per length. */
  readonly #lengths = new Int32Array(ROOM)
  /** Sums of the digits before each position, with those at even or at odd positions doubled. */
  readonly #even = new Int32Array(ROOM)
  readonly #odd = new Int32Array(ROOM)

  clear(): void {
    this.length = 0
    this.#even[0] = 0
    this.#odd[0] = 0
  }

  /** Adds one group of digits. */
  add(text: string, start: number, end: number): void {
    const [lengths, even, odd] = [this.#lengths, this.#even, this.#odd]
    for (let index = start; index < end; index++) {
      const digit = kinds[text.charCodeAt(index)] ?? 0
      const doubled = DOUBLED[digit] ?? 0
      const at = this.length++
      const isEven = (at & 1) === 0
      even[(at + 1) & WRAP] = (even[at & WRAP] ?? 0) + (isEven ? doubled : digit)
      odd[(at + 1) & WRAP] = (odd[at & WRAP] ?? 0) + (isEven ? digit : doubled)
      // The lengths are known with the fourth digit; until then any may begin with this group.
      lengths[at & WRAP] = index === start ? -1 : 0
      this.#lastFour = ((this.#lastFour * 10) % 10_000) + digit
      const fourth = (at - 3) & WRAP
      if (at >= 3 && lengths[fourth] !== 0) lengths[fourth] = issuedLengths(this.#lastFour)
    }
  }

  /** Whether a card number that begins with a group ends here. */
  endsWithCard(): boolean {
    const [end, lengths] = [this.length, this.#lengths]
    const sums = (end & 1) === 0 ? this.#even : this.#odd
    const sum = sums[end & WRAP] ?? 0
    const longest = Math.min(LONGEST_CARD, end)
    for (let length = SHORTEST_CARD; length <= longest; length++) {
      const start = (end - length) & WRAP
      if (((lengths[start] ?? 0) & (1 << length)) === 0) continue
      this.checks++
      // The last digit is not doubled, and every second one before it is.
      if ((sum - (sums[start] ?? 0)) % 10 === 0) return true
    }
    return false
  }
}
const DOUBLED = Uint8Array.of(0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
/** One for all searches, because each ends before another begins. */
const run = new DigitRun()
