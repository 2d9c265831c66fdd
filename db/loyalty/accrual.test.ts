import { describe, expect, test } from 'vitest'
import {
  isConditional,
  isNarrower,
  pointsOf,
  type Rule,
  ruleAt,
  rulesInForce,
  whyNoPoints,
} from '#db/loyalty/accrual.ts'

const SINCE = new Date('2026-09-01T03:00:00Z')
const aRule = (fields: Partial<Rule> = {}): Rule => ({
  programme: 'surtidor',
  product: '',
  weekdays: [],
  hourFrom: 0,
  hourUntil: 24,
  means: [],
  validFrom: SINCE,
  validUntil: null,
  perLitre: 1,
  perHundred: 0,
  ...fields,
})
/** Monday 7 September 2026 at 10:00 in Montevideo. */
const MONDAY = '2026-09-07T13:00:00Z'
const at = (instant: string, fields = {}) => ({
  programme: 'surtidor',
  product: 'super',
  at: new Date(instant),
  means: ['cash'],
  ...fields,
})
const applies = (rule: Partial<Rule>, instant: string, fields = {}) =>
  ruleAt([aRule(rule)], at(instant, fields)) !== undefined

describe('ruleAt', () => {
  test('applies a rule to its programme and its product, or to any product', () => {
    expect(applies({}, MONDAY)).toBe(true)
    expect(applies({}, MONDAY, { programme: 'uber' })).toBe(false)
    expect(applies({ product: 'super' }, MONDAY)).toBe(true)
    expect(applies({ product: 'store' }, MONDAY)).toBe(false)
  })

  test('applies a rule from its first instant until its last, which is not in it', () => {
    const rule = { validUntil: new Date('2026-09-10T03:00:00Z') }
    expect(applies(rule, '2026-09-01T02:59:59.999Z')).toBe(false)
    expect(applies(rule, '2026-09-01T03:00:00Z')).toBe(true)
    expect(applies(rule, '2026-09-10T02:59:59.999Z')).toBe(true)
    expect(applies(rule, '2026-09-10T03:00:00Z')).toBe(false)
  })

  test('applies a rule of weekdays by the day in Montevideo', () => {
    const days = [1, 2, 3, 4, 5, 6, 7]
    const on = (instant: string) => days.filter((day) => applies({ weekdays: [day] }, instant))
    expect(on(MONDAY)).toEqual([1])
    // Sunday evening, already Monday in UTC.
    expect(on('2026-09-14T02:00:00Z')).toEqual([7])
  })

  test('applies a rule of hours from the first until the last, also over midnight', () => {
    const hours = (hourFrom: number, hourUntil: number) =>
      [0, 5, 6, 7, 21, 22, 23].filter((hour) =>
        applies({ hourFrom, hourUntil }, new Date(Date.UTC(2026, 8, 7, hour + 3)).toISOString()),
      )
    expect(hours(6, 22)).toEqual([6, 7, 21])
    expect(hours(22, 6)).toEqual([0, 5, 22, 23])
    expect(hours(7, 24)).toEqual([7, 21, 22, 23])
  })

  test('applies a rule of means to a sale that is paid whole by them', () => {
    const rule: Partial<Rule> = { means: ['cash', 'debit'] }
    expect(applies(rule, MONDAY, { means: ['cash'] })).toBe(true)
    expect(applies(rule, MONDAY, { means: ['debit', 'cash'] })).toBe(true)
    expect(applies(rule, MONDAY, { means: ['cash', 'points'] })).toBe(false)
    expect(applies(rule, MONDAY, { means: [] })).toBe(false)
    expect(applies({}, MONDAY, { means: [] })).toBe(true)
  })

  const later = new Date('2026-09-02T03:00:00Z')
  test.each<[string, Partial<Rule>, Partial<Rule>]>([
    ['a weekday to a newer rule', { weekdays: [1] }, { validFrom: later }],
    ['hours to a product', { hourFrom: 8 }, { product: 'super' }],
    ['hours until the evening to a product', { hourUntil: 20 }, { product: 'super' }],
    ['means to a product', { means: ['cash'] }, { product: 'super' }],
    ['two conditions to one', { weekdays: [1], means: ['cash'] }, { hourFrom: 8, perLitre: 9 }],
    ['a product to a newer rule', { product: 'super' }, { validFrom: later, perLitre: 9 }],
    ['the newer rule to one that gives more', { validFrom: later }, { perLitre: 9, perHundred: 9 }],
    ['more for a litre to more for $ 100', { perLitre: 2 }, { perHundred: 9 }],
    ['more for $ 100', { perHundred: 2 }, { perHundred: 1 }],
  ])('prefers %s', (_what, winner, other) => {
    const [first, second] = [aRule(winner), aRule(other)]
    expect(ruleAt([first, second], at(MONDAY))).toBe(first)
    expect(ruleAt([second, first], at(MONDAY))).toBe(first)
  })

  test('keeps the first of two rules that are alike', () => {
    const [first, second] = [aRule(), aRule()]
    expect(ruleAt([first, second], at(MONDAY))).toBe(first)
  })
})

describe('isNarrower', () => {
  test('is a rule with more conditions, or with as many and a product', () => {
    expect(isNarrower(aRule({ weekdays: [1] }), aRule({ product: 'super' }))).toBe(true)
    expect(isNarrower(aRule({ product: 'super' }), aRule())).toBe(true)
    expect(isNarrower(aRule(), aRule({ product: 'super' }))).toBe(false)
  })

  test('is no rule that is newer or gives more', () => {
    const newer = aRule({ validFrom: new Date('2026-10-01T03:00:00Z') })
    expect([isNarrower(newer, aRule()), isNarrower(aRule(), newer)]).toEqual([false, false])
    for (const more of [aRule({ perLitre: 9 }), aRule({ perHundred: 9 })])
      expect([isNarrower(more, aRule()), isNarrower(aRule(), more)]).toEqual([false, false])
  })
})

describe('isConditional', () => {
  test('is a rule of weekdays, hours or means, not of a product', () => {
    const conditional = [{ weekdays: [1] }, { hourFrom: 8 }, { hourUntil: 8 }, { means: ['cash'] }]
    expect(conditional.map((of) => isConditional(aRule(of as Partial<Rule>)))).not.toContain(false)
    // The sum of these hours is that of a whole day.
    expect(isConditional(aRule({ hourFrom: 8, hourUntil: 16 }))).toBe(true)
    expect(isConditional(aRule({ product: 'super' }))).toBe(false)
  })
})

describe('rulesInForce', () => {
  test('has the newest of each condition that holds', () => {
    const now = new Date(MONDAY)
    const old = aRule()
    const replacing = aRule({ validFrom: new Date('2026-09-05T03:00:00Z'), perLitre: 5 })
    const future = aRule({ validFrom: new Date('2026-10-01T03:00:00Z') })
    const different: Partial<Rule>[] = [
      { programme: 'uber' },
      { product: 'super' },
      { weekdays: [1] },
      { hourFrom: 8 },
      { hourUntil: 8 },
      { means: ['cash'] },
    ]
    const others = different.map(aRule)
    const inForce = rulesInForce([replacing, old, future, ...others], now)
    expect(inForce).toHaveLength(7)
    expect(new Set(inForce)).toEqual(new Set([replacing, ...others]))
  })
})

describe('pointsOf', () => {
  const sold = { millilitres: 35_999, amount: 29_999, currency: '858' } as const
  test('counts whole litres and whole hundreds of pesos', () => {
    expect(pointsOf({ perLitre: 2, perHundred: 0 }, sold)).toBe(70)
    expect(pointsOf({ perLitre: 0, perHundred: 3 }, sold)).toBe(6)
    expect(pointsOf({ perLitre: 2, perHundred: 3 }, sold)).toBe(76)
    expect(pointsOf(undefined, sold)).toBe(0)
  })

  test('gives nothing for dollars, but for their litres', () => {
    expect(pointsOf({ perLitre: 2, perHundred: 3 }, { ...sold, currency: '840' })).toBe(70)
  })
})

describe('whyNoPoints', () => {
  const sold = { millilitres: 900, amount: 9_900, currency: '858' } as const
  const dollars = { ...sold, currency: '840' } as const
  test.each([
    [{ perLitre: 2, perHundred: 0 }, sold, 'below_minimum'],
    [{ perLitre: 0, perHundred: 2 }, sold, 'below_minimum'],
    [{ perLitre: 0, perHundred: 2 }, dollars, 'other_currency'],
    [{ perLitre: 2, perHundred: 2 }, dollars, 'below_minimum'],
    [{ perLitre: 2, perHundred: 2 }, { ...dollars, millilitres: 0 }, 'other_currency'],
    [{ perLitre: 2, perHundred: 0 }, { ...sold, millilitres: 0 }, 'no_rule'],
    [{ perLitre: 0, perHundred: 0 }, sold, 'no_rule'],
    [undefined, sold, 'no_rule'],
  ] as const)('of %j and %j is %s', (rule, purchase, reason) => {
    expect(whyNoPoints(rule, purchase)).toBe(reason)
  })
})
