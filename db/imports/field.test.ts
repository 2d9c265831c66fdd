import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cedula,
  day,
  degrees,
  integer,
  moment,
  money,
  percentage,
  rut,
  stationCode,
  text,
  yesOrNo,
} from '#db/imports/field.ts'

describe('a field', () => {
  test.each([
    [
      'money',
      money,
      {
        '1234,50': '123450',
        '1.234,50': '123450',
        '1234.5': '123450',
        $1234: '123400',
        'U$S 1.234.567,89': '123456789',
        '1.234': '123400',
        '0,01': '1',
      },
      ['1,234.50', '12,345', '-1', '1.23.4', '1e5', '', 'mil', '99999999999999'],
    ],
    [
      'percentage',
      percentage,
      { '32': '3200', '2,5 %': '250', '0': '0', '100': '10000' },
      ['100,01', '2,555', '%'],
    ],
    ['integer', integer(0, 2000), { '7': '7', '1.000': '1000' }, ['2001', '7,5', '-1', 'x']],
    [
      'day',
      day,
      {
        '7/9/2026': '2026-09-07',
        '07-09-2026': '2026-09-07',
        '2026-09-07': '2026-09-07',
        '29/2/2028': '2028-02-29',
      },
      ['9/13/2026', '29/2/2026', '7/9/26', '7/9/1926', '7/9/2026 10:00', 'hoy'],
    ],
    [
      'moment',
      moment,
      {
        '7/9/2026': '2026-09-07T03:00:00.000Z',
        '7/9/2026 8:30': '2026-09-07T11:30:00.000Z',
        '2026-09-07 23:59:00': '2026-09-08T02:59:00.000Z',
      },
      ['7/9/2026 24:00', '7/9/2026 8:3'],
    ],
    [
      'cedula',
      cedula,
      { '9.000.001-8': '90000018', '90000018': '90000018' },
      ['9.000.001-1', '123'],
    ],
    ['rut', rut, { '211234560019': '211234560019', '21234560013': '021234560013' }, ['1', 'x']],
    [
      'stationCode',
      stationCode,
      { E001: 'E001', e1: 'E001', '12': 'E012', E1000: 'E1000' },
      ['F001', 'E', 'E-1'],
    ],
    [
      'degrees',
      degrees(-35.2, -30),
      { '-34,9055': '-34.9055', '-34.901': '-34.901' },
      ['34,9', '-36', '-34,9,1'],
    ],
    ['yesOrNo', yesOrNo, { SI: 'true', sí: 'true', No: 'false' }, ['quizás']],
    [
      'text',
      text(5),
      { 'a=1': 'a=1', 'a\\b': 'a\\b', Ñandú: 'Ñandú' },
      ['abcdef', 'ñandúes', 'a\u202eb', 'a\nb', '=1+1', '@x', '+1', '-1', '＝1'],
    ],
  ] as const)('%s takes what a spreadsheet writes and nothing else', (_, field, taken, refused) => {
    expect(
      Object.fromEntries(Object.keys(taken).map((given) => [given, field.parse(given, true)])),
    ).toEqual(taken)
    for (const given of refused)
      expect([given, field.parse(given, true)]).toEqual([given, undefined])
  })

  test('money refuses a number that may be a thousand or have three decimals, where a point is the decimal mark', () => {
    expect(money.parse('1.234', false)).toBeUndefined()
    expect(money.parse('1.234.567', false)).toBeUndefined()
    expect(money.parse('1234.50', false)).toBe('123450')
    expect(money.parse('1.234,50', false)).toBe('123450')
  })

  test('money reads every amount that is written as in Uruguay', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (cents) => {
        const whole = String(cents / 100n).replaceAll(/\B(?=(\d{3})+$)/g, '.')
        const written = `${whole},${String(cents % 100n).padStart(2, '0')}`
        expect(money.parse(written, true)).toBe(String(cents))
      }),
    )
  })
})
