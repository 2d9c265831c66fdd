import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#contract/dates.ts'
import {
  ADULT_AGE,
  ageOn,
  BIRTHDATE_CORRECTED,
  BIRTHDATE_CROSSES_AGE,
  Birthdate,
  birthdateChangeError,
} from '#contract/fields/birthdate.ts'

const TODAY: Day = { year: 2026, month: 9, day: 7 }
const change = (from: string, to: string, isCorrected = false) =>
  birthdateChangeError(
    TODAY,
    { birthdate: from, birthdateCorrectedAt: isCorrected ? new Date(0) : null },
    to,
  )

describe('Birthdate', () => {
  test.each(['01/02/1990', '1/2/1990', ' 01-02-1990 ', '1.2.1990', '01 02 1990', '01021990'])(
    'reads %j as people write a date here, the day first',
    (typed) => expect(Birthdate.parse(typed)).toBe('19900201'),
  )

  test.each(['19900201', '1990-02-01'])('reads %j with the year first', (typed) =>
    expect(Birthdate.parse(typed)).toBe('19900201'),
  )

  test.each([
    ['30/02/1990', 'Esa fecha de nacimiento no existe: revisá el día y el mes.'],
    ['13/13/1990', 'Esa fecha de nacimiento no existe: revisá el día y el mes.'],
    ['01/02/90', /así: día\/mes\/año/],
    ['ayer', /así: día\/mes\/año/],
    ['1990', /así: día\/mes\/año/],
  ])('refuses %j and says why', (typed, sentence) => {
    expect(Birthdate.safeParse(typed).error?.issues[0]?.message).toMatch(sentence)
  })

  test('reads every day in every notation as the same date', () => {
    const dates = fc.date({
      min: new Date('1906-01-01'),
      max: new Date('2026-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(dates, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year = '', month = '', day = ''] = iso.split('-')
        const digits = `${year}${month}${day}`
        const notations = [
          iso,
          digits,
          `${day}/${month}/${year}`,
          `${Number(day)}/${Number(month)}/${year}`,
          `${day}${month}${year}`,
        ]
        expect(notations.map((typed) => Birthdate.parse(typed))).toEqual(
          notations.map(() => digits),
        )
      }),
    )
  })
})

describe('birthdateChangeError', () => {
  test.each([
    ['an adult corrects the year', '19870314', '19780314', false, null],
    ['the same date is no correction', '19870314', '19870314', true, null],
    ['a second correction is refused', '19870314', '19780314', true, BIRTHDATE_CORRECTED],
    ['a minor becomes an adult', '20090101', '20080101', false, BIRTHDATE_CROSSES_AGE],
    ['a minor becomes an adult sooner', '20100101', '20090101', false, BIRTHDATE_CROSSES_AGE],
    ['a minor was born later', '20090101', '20100101', false, null],
    ['an adult becomes a minor', '20080101', '20090101', false, BIRTHDATE_CROSSES_AGE],
    ['a date in the future is refused', '19870314', '20270101', false, /futura/],
    ['an age below that of an account is refused', '20090101', '20150101', false, /16 años o más/],
  ])('%s', (_name, from, to, isCorrected, sentence) => {
    const error = change(from, to, isCorrected)
    if (sentence instanceof RegExp) expect(error).toMatch(sentence)
    else expect(error).toBe(sentence)
  })

  test('S6: no sequence of corrections, whatever their number, lets a person pay before the registered birthdate does', () => {
    const day = fc.integer({ min: 0, max: 40 * 365 }).map((days) => {
      const date = new Date(Date.UTC(1986, 0, 1) + days * 86_400_000)
      return date.toISOString().slice(0, 10).replaceAll('-', '')
    })
    const edits = fc.array(fc.record({ to: day, afterDays: fc.nat(400) }), { maxLength: 12 })
    fc.assert(
      fc.property(day, edits, (registered, steps) => {
        let stored = registered
        let clock = Date.UTC(2024, 0, 1)
        for (const { to, afterDays } of steps) {
          clock += afterDays * 86_400_000
          const at = new Date(clock)
          const today = {
            year: at.getUTCFullYear(),
            month: at.getUTCMonth() + 1,
            day: at.getUTCDate(),
          }
          // Also without the limit of one correction.
          const error = birthdateChangeError(
            today,
            { birthdate: stored, birthdateCorrectedAt: null },
            to,
          )
          const before = ageOn(today, stored) >= ADULT_AGE
          if (error === null) stored = to
          expect(ageOn(today, stored) >= ADULT_AGE).toBe(before)
          if (before) expect(ageOn(today, registered)).toBeGreaterThanOrEqual(ADULT_AGE)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
