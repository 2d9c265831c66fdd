/** The card networks' number ranges by first four digits, with their lengths; few bank accounts match one. */
const ISSUED: readonly { from: number; to: number; lengths: readonly number[] }[] = [
  // Visa
  { from: 4000, to: 4999, lengths: [13, 16, 19] },
  // Mastercard, OCA among them
  { from: 5100, to: 5599, lengths: [16] },
  { from: 2221, to: 2720, lengths: [16] },
  // American Express
  { from: 3400, to: 3499, lengths: [15] },
  { from: 3700, to: 3799, lengths: [15] },
  // Diners
  { from: 3000, to: 3059, lengths: [14, 16, 17, 18, 19] },
  { from: 3600, to: 3699, lengths: [14, 16, 17, 18, 19] },
  { from: 3800, to: 3999, lengths: [14, 16, 17, 18, 19] },
  // JCB
  { from: 3528, to: 3589, lengths: [16, 17, 18, 19] },
  // Maestro, Cabal, OCA, Discover, UnionPay
  { from: 5000, to: 5099, lengths: [16, 17, 18, 19] },
  { from: 5600, to: 6999, lengths: [16, 17, 18, 19] },
]
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi
/**
 * A cédula in its usual groups, 4.123.456-3, or an older one, 123.456-7. No card is written in such
 * groups, and together with a telephone number on the next line they would often pass as a card.
 */
const CEDULA = /(?<!\d\.?)(?:\d([. ]?)\d{3}\1|\d{3}[. ]?)\d{3}\p{Pd}\d(?!\d)/gu
/** A RUT in its groups, 21-508055-0011, for the same reason. */
const RUT = /(?<!\d\.?)\d\d([. ]|\p{Pd})\d{6}\1(?:001)\d(?!\d)/gu
/** A JSON escape sequence, such as that of a line break. */
const ESCAPED = /\\(?:[bfnrt]|u[\da-fA-F]{4})/g
/**
 * Separators between two groups of digits: white space, dashes of any kind, points that begin no
 * fraction, and the backslashes left of an escape where JSON is quoted inside JSON.
 */
const SEPARATORS = /(?<=\d)(?:[\s\\\p{Pd}\p{Cf}]|\.(?!\d{7}))+(?=\d)/gu
/** Thirteen digits or more, in groups separated by one space. */
const DIGIT_GROUPS = /(?<!\w|\d\.)\d(?: ?\d){12,}(?!\w)/g

/**
 * Whether a text contains a card number. PCI DSS SAQ A: none may reach the server, in any field.
 * @param text the body of a call, as JSON
 * @param generated values of the body that a program generated: one occurrence of each is ignored
 */
export function containsCardNumber(text: string, generated: readonly string[] = []): boolean {
  const typed = generated.reduce((rest, value) => rest.replace(JSON.stringify(value), '""'), text)
  for (const number of cardNumberCandidates(typed)) if (passesLuhn(number)) return true
  return false
}

/**
 * Yields every run of groups with the prefix and the length of a card number, however it is spaced;
 * a date or a code may precede and follow it. Each group is compared only with the lengths of its
 * network, so the time is linear in the size of the text, whatever the text.
 */
export function* cardNumberCandidates(text: string): Generator<string> {
  const plain = text
    .replaceAll(UUID, '""')
    .replaceAll(ESCAPED, ' ')
    .replaceAll(CEDULA, '""')
    .replaceAll(RUT, '""')
    .replaceAll(SEPARATORS, ' ')
  for (const [run] of plain.matchAll(DIGIT_GROUPS)) {
    const groups = run.split(' ')
    const digits = groups.join('')
    // 1 at each position where a group begins or ends.
    const bounds = new Uint8Array(digits.length + 1)
    let bound = 0
    for (const group of groups) {
      bounds[bound] = 1
      bound += group.length
    }
    bounds[bound] = 1
    for (let start = 0; start < digits.length; start++) {
      if (!bounds[start]) continue
      const beginning = Number(digits.slice(start, start + 4))
      const network = ISSUED.find(({ from, to }) => from <= beginning && beginning <= to)
      for (const length of network?.lengths ?? [])
        if (bounds[start + length]) yield digits.slice(start, start + length)
    }
  }
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - ZERO
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}
const ZERO = 48
