import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAYMENT_MEANS } from '#contract/entities/accrualRule.ts'
import { PESOS } from '#contract/money.ts'
import { ruleOf } from '#db/invariants/accrualSql.ts'
import { pointsOf, type Rule, ruleAt, rulesInForce, whyNoPoints } from '#db/loyalty/accrual.ts'
import { benefitsOf } from '#db/loyalty/programmeBenefits.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

const database = startForFile(() => freshDatabase('demo'))

/** Hours around midnight and the days before and after it, in Montevideo (UTC-3). */
const instant = fc
  .integer({ min: 0, max: 24 * 14 })
  .map((hours) => new Date(Date.UTC(2026, 8, 1) + hours * 3_600_000 - 1))
const some = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: 3 })
const rule: fc.Arbitrary<Rule> = fc.record({
  programme: fc.constantFrom('surtidor', 'uber'),
  product: fc.constantFrom('', 'super', 'store'),
  weekdays: some([1, 2, 6, 7]),
  hourFrom: fc.constantFrom(0, 6, 20),
  hourUntil: fc.constantFrom(2, 7, 24),
  means: some(PAYMENT_MEANS),
  validFrom: instant,
  validUntil: fc.option(instant),
  perLitre: fc.nat(9),
  perHundred: fc.nat(9),
})
const occasion = fc.record({
  programme: fc.constantFrom('surtidor', 'uber'),
  product: fc.constantFrom('super', 'store', 'wash'),
  at: instant,
  means: fc.array(fc.constantFrom(...PAYMENT_MEANS), { maxLength: 2 }),
})
const rulesAndOccasions = fc.record({
  rules: fc.array(rule, { maxLength: 12 }),
  occasions: fc.array(occasion, { minLength: 20, maxLength: 20 }),
})
const given = (one?: Pick<Rule, 'perLitre' | 'perHundred'>) =>
  one && { perLitre: one.perLitre, perHundred: one.perHundred }
const conditions = ({ weekdays, hourFrom, hourUntil, means }: Rule) =>
  [weekdays.length > 0, hourUntil - hourFrom !== 24, means.length > 0].filter(Boolean).length

describe('ruleAt', () => {
  test('T4: chooses the rule that the SQL of the invariants chooses', async () => {
    const { client } = database
    const columns = { programme: '$1', product: '$2', at: '$3::timestamptz', payments: '$4::jsonb' }
    await fc.assert(
      fc.asyncProperty(rulesAndOccasions, async ({ rules, occasions }) => {
        await client.query('begin')
        await client.query('delete from points_rule')
        for (const one of rules)
          await client.query(
            `insert into points_rule (programme, product, weekdays, hour_from, hour_until, means, valid_from,
              valid_until, per_litre, per_hundred, discount_basis_points)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)`,
            [
              one.programme,
              one.product,
              JSON.stringify(one.weekdays),
              one.hourFrom,
              one.hourUntil,
              JSON.stringify(one.means),
              one.validFrom,
              one.validUntil,
              one.perLitre,
              one.perHundred,
            ],
          )
        for (const { programme, product, at, means } of occasions) {
          const payments =
            means.length > 0 ? JSON.stringify(means.map((of) => ({ means: of }))) : null
          const { rows } = await client.query<{ per_litre: number; per_hundred: number }>(
            ruleOf(columns),
            [programme, product, at, payments],
          )
          const [stored] = rows
          expect(given(ruleAt(rules, { programme, product, at, means }))).toEqual(
            stored && { perLitre: stored.per_litre, perHundred: stored.per_hundred },
          )
        }
        await client.query('rollback')
      }),
      { numRuns: 30, endOnFailure: true },
    )
  })

  test('of the rules that apply no other has more conditions, or as many and is newer', () => {
    fc.assert(
      fc.property(rulesAndOccasions, ({ rules, occasions }) => {
        for (const one of occasions) {
          const winner = ruleAt(rules, one)
          for (const other of rules.filter((alone) => ruleAt([alone], one))) {
            if (!winner) throw new Error('a rule applies and none was chosen')
            const more = conditions(other) - conditions(winner)
            const named = Number(other.product !== '') - Number(winner.product !== '')
            const newer = other.validFrom.getTime() - winner.validFrom.getTime()
            expect(more || named || newer).toBeLessThanOrEqual(0)
          }
          expect(given(ruleAt(rules.toReversed(), one))).toEqual(given(winner))
          expect(given(ruleAt(rulesInForce(rules, one.at), one))).toEqual(given(winner))
        }
      }),
      { endOnFailure: true },
    )
  })

  test('the rules that are told before joining give the points of a litre and of $ 100 that all rules give', () => {
    const purchases = [
      { millilitres: 1_000, amount: 0, currency: PESOS },
      { millilitres: 0, amount: 10_000, currency: PESOS },
    ] as const
    fc.assert(
      fc.property(rulesAndOccasions, instant, ({ rules, occasions }, at) => {
        const stored = rules.map((one) => ({ ...one, discountBasisPoints: 0 }))
        for (const one of occasions) {
          const { products, campaigns } = benefitsOf(stored, one.programme, at)
          for (const purchase of purchases) {
            const told = ruleAt([...products, ...campaigns], { ...one, at })
            const given = ruleAt(rules, { ...one, at })
            expect(pointsOf(told, purchase)).toBe(pointsOf(given, purchase))
          }
        }
      }),
      { endOnFailure: true },
    )
  })

  test('whyNoPoints names the reason of each purchase without points', () => {
    const perLitre = { perLitre: 2, perHundred: 0 }
    const perHundred = { perLitre: 0, perHundred: 2 }
    const sold = { millilitres: 900, amount: 9_900, currency: PESOS } as const
    for (const [of, purchase, reason] of [
      [perLitre, sold, 'below_minimum'],
      [perHundred, sold, 'below_minimum'],
      [perHundred, { ...sold, amount: 90_000, currency: '840' }, 'other_currency'],
      [perLitre, { ...sold, millilitres: 0 }, 'no_rule'],
      [{ perLitre: 0, perHundred: 0 }, sold, 'no_rule'],
      [undefined, sold, 'no_rule'],
    ] as const) {
      expect(pointsOf(of, purchase)).toBe(0)
      expect(whyNoPoints(of, purchase)).toBe(reason)
    }
  })
})
