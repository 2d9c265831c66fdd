/** What the networks issue, by first four digits and lengths; a bank account seldom looks like any. */
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
 * A cédula as people write it, 4.123.456-3, and an older one, 123.456-7. Nobody writes a card in such
 * groups, and with the telephone on the next line they would often add up to one.
 */
const CEDULA = /(?<!\d\.?)(?:\d([. ]?)\d{3}\1|\d{3}[. ]?)\d{3}\p{Pd}\d(?!\d)/gu
/** A RUT in its groups, 21-508055-0011: the same. */
const RUT = /(?<!\d\.?)\d\d([. ]|\p{Pd})\d{6}\1(?:001)\d(?!\d)/gu
/** A new line or the like, as JSON writes it. */
const ESCAPED = /\\(?:[bfnrt]|u[\da-fA-F]{4})/g
/**
 * What may stand between two groups: blanks and dashes of any kind, points that begin no fraction, and
 * what is left of an escape where JSON quotes JSON.
 */
const BETWEEN = /(?<=\d)(?:[\s\\\p{Pd}\p{Cf}]|\.(?!\d{7}))+(?=\d)/gu
/** Groups that stand together. */
const ROW = /(?<!\w|\d\.)\d(?: ?\d){12,}(?!\w)/g

/**
 * PCI DSS SAQ A: a card number has no business here, in no field of any call.
 * @param text a call's body, as JSON
 * @param drawn values of it that somebody drew and nobody typed: each may stand there once
 */
export function containsCardNumber(text: string, drawn: readonly string[] = []): boolean {
  const typed = drawn.reduce((left, value) => left.replace(JSON.stringify(value), '""'), text)
  for (const number of cardNumberCandidates(typed)) if (passesLuhn(number)) return true
  return false
}

/**
 * Whatever begins as a card's number does and is as long, however it is spaced: a date or a code may
 * stand before it and behind. Of each group no more than its network's lengths are looked at, so that
 * a body that is made to be dear costs no more than its size.
 */
export function* cardNumberCandidates(text: string): Generator<string> {
  const plain = text
    .replaceAll(UUID, '""')
    .replaceAll(ESCAPED, ' ')
    .replaceAll(CEDULA, '""')
    .replaceAll(RUT, '""')
    .replaceAll(BETWEEN, ' ')
  for (const [row] of plain.matchAll(ROW)) {
    const groups = row.split(' ')
    const digits = groups.join('')
    // Where a group begins, and the one before it ends.
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
