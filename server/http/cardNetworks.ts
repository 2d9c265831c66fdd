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

/** Digits of the shortest and of the longest card number. */
export const SHORTEST_CARD = 13
export const LONGEST_CARD = 19

const lengthBits = new Uint32Array(10_000)
for (const { from, to, lengths } of ISSUED)
  lengthBits.fill(
    lengths.reduce((bits, length) => bits | (1 << length), 0),
    from,
    to + 1,
  )

/** The lengths of the card numbers that begin with these four digits, one bit per length. */
export const issuedLengths = (firstFour: number): number => lengthBits[firstFour] ?? 0
