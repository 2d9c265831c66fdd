import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fiscalDocument } from '#contract/fields/fiscalDocument.ts'

const START = 'https://www.efactura.dgi.gub.uy/consultaQR/cfe?'
const FIELDS = [
  '215080550011',
  '101',
  'A',
  '424298',
  '1007.00',
  '20260730',
  'nh28472Ha%2FIdlJGEd%3D',
]
const TICKET = {
  name: 'e-Ticket',
  isSale: true,
  rut: '215080550011',
  type: 101,
  series: 'A',
  number: 424_298,
  amount: 100_700,
  date: '20260730',
  securityCode: 'nh2847',
}
/** The address with some of the fields replaced, by their place. */
const withFields = (changes: Record<number, string>) =>
  START + FIELDS.map((field, place) => changes[place] ?? field).join(',')

describe('fiscalDocument', () => {
  test.each([
    ['as it is printed', withFields({}), TICKET],
    ['with a day of slashes', withFields({ 5: '30/07/2026' }), TICKET],
    ['with encoded slashes', withFields({ 5: '30%2F07%2F2026' }), TICKET],
    ['with a hash that is not encoded', withFields({ 6: 'nh28472Ha/Idl+JGEd=' }), TICKET],
    ['with spaces around it', ` ${withFields({})}\n`, TICKET],
    ['without cents', withFields({ 4: '1007' }), TICKET],
    ['with one decimal', withFields({ 4: '1007.5' }), { ...TICKET, amount: 100_750 }],
    ['an e-Factura', withFields({ 1: '111' }), { ...TICKET, name: 'e-Factura', type: 111 }],
    ['in capitals', withFields({}).replace(START, START.toUpperCase()), TICKET],
    ['with a series in lower case', withFields({ 2: 'a' }), TICKET],
    ['with spaces between its fields', withFields({ 1: '101 ', 3: '%20424298' }), TICKET],
    [
      'with an encoded comma, slash and plus in the security code',
      withFields({ 6: 'a%2C%2F%2bB9x%3D' }),
      { ...TICKET, securityCode: 'a,/+B9' },
    ],
    [
      'with a plus that was read as a space',
      withFields({ 6: 'nh2 4/xyz' }),
      { ...TICKET, securityCode: 'nh2+4/' },
    ],
    [
      'a credit note by contingency',
      withFields({ 1: '202', 2: '1A' }),
      {
        ...TICKET,
        name: 'Nota de crédito de e-Ticket de contingencia',
        type: 202,
        isSale: false,
        series: '1A',
      },
    ],
  ])('reads one %s', (_form, text, expected) => expect(fiscalDocument(text)).toEqual(expected))

  test.each([
    withFields({ 0: '21508055001' }),
    withFields({ 0: '215080550012' }),
    withFields({ 1: '104' }),
    withFields({ 1: '301' }),
    withFields({ 2: 'Ñ' }),
    withFields({ 2: 'ABC' }),
    withFields({ 3: '0' }),
    withFields({ 3: '10000000' }),
    withFields({ 3: '-1' }),
    withFields({ 4: '1007,00' }),
    withFields({ 4: '1e9' }),
    withFields({ 4: '99999999999999' }),
    withFields({ 5: '20260230' }),
    withFields({ 5: '2026-07-30' }),
    withFields({ 6: '' }),
    withFields({ 6: '%E0%A4%A' }),
    `${withFields({})},1`,
    START + FIELDS.slice(0, 6).join(','),
    withFields({}).replace('https', 'http'),
    withFields({}).replace('gub.uy', 'gub.uy.evil.example'),
    withFields({}).replace('www', 'ana@www'),
    withFields({}).replace('/cfe', '/cfe/x'),
    'FAC-000123456',
  ])('refuses %j', (text) => expect(fiscalDocument(text)).toBeNull())

  test('reads what a station prints, of any number, amount and hash', () => {
    const day = fc.date({
      min: new Date('2012-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.integer({ min: 0, max: 999_999_999_999_999 }),
        day,
        fc.boolean(),
        fc.base64String({ minLength: 4 }),
        (number, amount, at, slashes, hash) => {
          const date = at.toISOString().slice(0, 10).replaceAll('-', '')
          const [year, month, dayOfMonth] = at.toISOString().slice(0, 10).split('-')
          const text = withFields({
            3: String(number),
            4: `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
            5: slashes ? `${dayOfMonth}/${month}/${year}` : date,
            6: encodeURIComponent(hash),
          })
          expect(fiscalDocument(text)).toEqual({
            ...TICKET,
            number,
            amount,
            date,
            securityCode: hash.slice(0, 6),
          })
        },
      ),
    )
  })

  test('of any other text gives null or a document that is whole', () => {
    const noise = fc.string({ unit: 'binary' })
    const broken = fc.tuple(fc.nat(6), noise).map(([at, field]) => withFields({ [at]: field }))
    fc.assert(
      fc.property(
        fc.oneof(
          noise,
          fc.webUrl(),
          broken,
          noise.map((end) => START + end),
        ),
        (text) => {
          const { number, amount, date, series } = fiscalDocument(text) ?? TICKET
          expect([number, amount].every(Number.isSafeInteger)).toBe(true)
          expect(`${series} ${date}`).toMatch(/^(?:[A-Z]{1,2}|\d[A-Z]) \d{8}$/)
        },
      ),
    )
  })
})
