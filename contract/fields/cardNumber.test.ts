import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containsCardNumber, hasCardNumber } from '#contract/fields/cardNumber.ts'

/** Numbers that card networks and gateways publish for tests. */
const CARDS = [
  ['Visa', '4111111111111111'],
  ['Visa of 13', '4222222222222'],
  ['Visa of 19', '4000000000000000006'],
  ['Mastercard', '5555555555554444'],
  ['Mastercard of the second series', '2223000048400011'],
  ['the last of the second series', '2720992593319364'],
  ['American Express', '378282246310005'],
  ['Diners', '30569309025904'],
  ['Diners 36', '36227206271667'],
  ['Diners 38', '38520000023237'],
  ['Diners of 16', '3056930009020004'],
  ['JCB', '3530111333300000'],
  ['Discover', '6011111111111117'],
  ['Maestro', '6759649826438453'],
  ['Maestro of 19', '6799990100000000019'],
  ['Cabal', '6042011000000004'],
  ['Cabal of 5896', '5896570000000008'],
  ['OCA', '5429910000000002'],
  ['OCA of 5898', '5898920000000003'],
] as const

/** A card number in the ways in which people type it or copy it from a page. */
const written = (card: string) => {
  const fours = card.match(/.{1,4}/g) ?? []
  const ones = card.split('')
  const separators = [
    ' ',
    '-',
    '.',
    '  ',
    ' - ',
    '. ',
    '\u00a0',
    '\u202f',
    '\u2013',
    '\u200b',
    '\n',
    '\r\n',
  ]
  return [
    card,
    ...separators.map((one) => fours.join(one)),
    ones.join(' '),
    ones.join('.'),
    `${fours.slice(0, 2).join(' ')}\n${fours.slice(2).join(' ')}`,
  ]
}

describe('containsCardNumber', () => {
  test.each(CARDS)('detects a number of %s, however it is spaced', (_network, card) => {
    const fours = card.match(/.{1,4}/g) ?? []
    const more = [
      `${card} 12`,
      `${fours.join(' ')} 123`,
      `099 123 456 ${card}`,
      `Esta:\n${card}\n12/29`,
      `1.234.567-2\n${card}\n4.123.456-3`,
      `21-508055-0011 ${card}`,
    ]
    for (const one of [...written(card), ...more]) {
      const body = JSON.stringify({ text: `va ${one}.` })
      expect(containsCardNumber(body), one).toBe(true)
      // Also in a log line that quotes the body, and in one that quotes that line.
      expect(containsCardNumber(JSON.stringify({ body })), one).toBe(true)
      expect(containsCardNumber(JSON.stringify([JSON.stringify({ body })])), one).toBe(true)
    }
    const spelled = (zero: number) =>
      card.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
    // In the digits of other scripts, and with escapes in JSON that is quoted.
    for (const other of [spelled(0xff_10), spelled(0x06_60)])
      expect(containsCardNumber(other), other).toBe(true)
    expect(containsCardNumber(card.replaceAll(/\d/g, (digit) => `\\u003${digit}`))).toBe(true)
    expect(containsCardNumber(`{"amount":${card}}`)).toBe(true)
    expect(containsCardNumber(`{"amount":${card}.00}`)).toBe(true)
    const last = (Number(card.at(-1)) + 1) % 10
    expect(containsCardNumber(`${card.slice(0, -1)}${last}`)).toBe(false)
  })

  const digits = (length: object) => fc.array(fc.nat(9), length).map((all) => all.join(''))

  test('ignores a number that is shorter than 13 or longer than 19 digits', () => {
    const other = fc.oneof(
      digits({ minLength: 1, maxLength: 12 }),
      digits({ minLength: 20, maxLength: 40 }),
    )
    fc.assert(fc.property(other, (number) => !containsCardNumber(`{"n":"${number}"}`)))
  })

  test('takes fewer than 15 in 1,000 bank accounts for a card', () => {
    const accounts = fc.sample(digits({ minLength: 9, maxLength: 14 }), {
      numRuns: 60_000,
      seed: 7,
    })
    const taken = (length: number) => {
      const these = accounts.filter((account) => account.length === length)
      return these.filter((account) => containsCardNumber(`"${account}"`)).length / these.length
    }
    expect([9, 10, 11, 12].map(taken)).toEqual([0, 0, 0, 0])
    expect(taken(13)).toBeLessThan(0.015)
    expect(taken(14)).toBeLessThan(0.006)
    // Accounts of the Banco República, nine digits and five, and a RUT.
    for (const honest of ['001234567-00001', '00123456700001', '215080550011'])
      expect(containsCardNumber(honest)).toBe(false)
  })

  test('ignores dates, times, UUIDs, telephone numbers and coordinates', () => {
    for (const honest of [
      '"20260907120000"',
      // A time in milliseconds and a UUID that pass the Luhn check.
      '"20260907120000004"',
      '"31232352-3437-4005-8ccc-000000000000"',
      '"2026-09-07 12:00:00"',
      '"+59899123456"',
      '1.234.567-2',
      '{"latitude":-34.4111111111111111}',
      '"en -34.4111111111111111, -56.1645314"',
      // Groups that are too short or too long together.
      '"1.234.567-2\\n099 123 456"',
      '"$ 1.234.567,89"',
    ])
      expect(containsCardNumber(honest), honest).toBe(false)
  })

  /** A cédula as people write it, older or newer. */
  const document = fc
    .tuple(
      fc.constantFrom('#.###.###-#', '#######-#', '# ### ###-#', '#.###.###\u2013#', '###.###-#'),
      digits({ minLength: 8, maxLength: 8 }),
    )
    .map(([form, number]) => {
      const left = number.split('')
      return form.replaceAll('#', () => left.pop() ?? '')
    })
  const rut = fc
    .tuple(fc.constantFrom(' ', '-', '.'), digits({ minLength: 9, maxLength: 9 }))
    .map(([between, number]) =>
      [number.slice(0, 2), number.slice(2, 8), `001${number.slice(8)}`].join(between),
    )

  test('ignores a cédula or a RUT beside a telephone number or another document', () => {
    const either = fc.oneof(document, rut)
    const beside = fc.oneof(digits({ minLength: 8, maxLength: 9 }), either)
    const between = fc.constantFrom(' ', '\n', '\r\n', ', ', '\u00a0', '. ')
    const honest = fc
      .tuple(fc.constantFrom('', 'C.I.', 'RUT '), either, between, beside)
      .map((parts) => JSON.stringify({ text: parts.join('') }))
    fc.assert(
      fc.property(honest, (body) => !containsCardNumber(body)),
      { numRuns: 2000 },
    )
    expect(containsCardNumber(JSON.stringify({ text: '4.123.456-3\n2712 3459' }))).toBe(false)
  })

  const FULL = 16_384
  const filled = (tile: string) => tile.repeat(Math.floor(FULL / tile.length))
  test.each([
    ['one digit', filled('4')],
    ['single digits', filled('6 ')],
    ['single digits after the prefix of a card', `4 ${'1 '.repeat(12)}${filled('7 ')}`],
    ['digits with points', filled('4.')],
    ['many short runs', filled(`${'6 '.repeat(50)}x`)],
    ['runs that end in a letter', filled(`${'1 '.repeat(12)}${'1'.repeat(500)}a`)],
    ['groups of all lengths', filled('12345678901234567890 4111 ')],
    ['digits far apart', filled(`4${' '.repeat(500)}`)],
    ['points', `4${filled('.')}`],
    ['backslashes', filled('\\')],
  ])('takes no time that grows with the square of a text of %s', (_what, text) => {
    // Sixteen such texts would take minutes if it were quadratic. Other programs do not count in it.
    const started = process.threadCpuUsage()
    containsCardNumber(text.repeat(16))
    expect(process.threadCpuUsage(started).user).toBeLessThan(5_000_000)
  })
})

describe('hasCardNumber', () => {
  test.each([
    ['a text', 'va 4111 1111 1111 1111'],
    ['a number', 4_111_111_111_111_111],
    ['a list', { list: [{ inner: ['4111111111111111'] }] }],
    ['a key', { '4111111111111111': null }],
  ])('finds a card number in %s', (_what, value) => expect(hasCardNumber(value)).toBe(true))

  test('finds none in parts of a card number in different fields', () => {
    const parts = { one: '4111 1111', other: '1111 1111', list: [4_111_111, 111_111_111] }
    expect(hasCardNumber(parts)).toBe(false)
    for (const empty of [null, undefined, true, 1.5, [], {}])
      expect(hasCardNumber(empty)).toBe(false)
  })
})
