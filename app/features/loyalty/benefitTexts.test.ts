import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { benefitTexts, lifetimeText, rewardPrice } from '#app/features/loyalty/benefitTexts.ts'
import { PESOS } from '#contract/money.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { pointsOf, ruleAt } from '#db/loyalty/accrual.ts'
import { lotOf } from '#db/loyalty/pointsLots.ts'
import { benefitsOf } from '#db/loyalty/programmeBenefits.ts'
import { toAccrualRule } from '#server/loyalty/toAccrualRule.ts'
import { aBenefitRule, someBenefits } from '#testing/fixtures/programmeBenefits.ts'

const AT = new Date('2026-09-07T12:00:00-03:00')
const LITRE = { millilitres: 1_000, amount: 0, currency: PESOS } as const
const HUNDRED = { millilitres: 0, amount: 10_000, currency: PESOS } as const
const notesOf = (fields: Parameters<typeof someBenefits>[0]) =>
  benefitTexts(someBenefits(fields)).notes
/** The figure that a sentence like `Por litro: 3 puntos en Super y Gasoil.` gives for a product; 0 without one. */
const saidFor = (sentence: string, product: string) =>
  Number(
    sentence
      .replace(/^[^:]*: /, '')
      .replace(/\.$/, '')
      .split(/, (?=\d)/)
      .find((part) =>
        ` ${part.replaceAll(' y ', ', ')},`.replace(' en ', ', ').includes(`, ${product},`),
      )
      ?.split(' ')[0] ?? 0,
  )

const storedRules = fc.array(
  fc.record({
    product: fc.constantFrom('', ...PRODUCTS.map(({ code }) => code)),
    perLitre: fc.nat(12),
    perHundred: fc.nat(12),
    // Some are over, some begin later.
    validFrom: fc
      .integer({ min: -9, max: 2 })
      .map((days) => new Date(AT.getTime() + days * 86_400_000)),
  }),
  { maxLength: 12 },
)

describe('benefitTexts', () => {
  test('the points in its words are those that the accrual of a litre and of $ 100 gives', () => {
    fc.assert(
      fc.property(storedRules, (given) => {
        const rules = given.map((rule) => ({
          ...rule,
          programme: 'surtidor',
          weekdays: [],
          hourFrom: 0,
          hourUntil: 24,
          means: [],
          validUntil: null,
          discountBasisPoints: 0,
        }))
        const products = benefitsOf(rules, 'surtidor', AT).products.map((rule) =>
          aBenefitRule(toAccrualRule(rule)),
        )
        const { perLitre, perHundred, summary } = benefitTexts(someBenefits({ products }))
        for (const { code: product, text } of PRODUCTS) {
          const rule = ruleAt(rules, { programme: 'surtidor', product, at: AT, means: ['cash'] })
          for (const [rows, unit, purchase] of [
            [perLitre, 'Por litro', LITRE],
            [perHundred, 'Cada $\u00A0100', HUNDRED],
          ] as const) {
            const points = pointsOf(rule, purchase)
            expect(rows.find((row) => row.product === text)?.points ?? 0).toBe(points)
            const sentence = summary.find((one) => one.startsWith(unit)) ?? ''
            expect(saidFor(sentence, text)).toBe(points)
          }
        }
      }),
      { endOnFailure: true },
    )
  })

  test('writes the points of a product once, with the discounts', () => {
    const products = [
      aBenefitRule({ discountBasisPoints: 150 }),
      aBenefitRule({ product: 'gasoil', perLitre: 1 }),
      aBenefitRule({ product: 'gasoilEspecial', discountBasisPoints: 150 }),
      aBenefitRule({ product: 'store', perLitre: 0, perHundred: 4 }),
    ]
    expect(benefitTexts(someBenefits({ products })).summary).toEqual([
      'Por litro: 3 puntos en Super y Gasoil Especial, 1 punto en Gasoil.',
      'Cada $\u00A0100: 4 puntos en Tienda.',
      'Descuento: 1,5\u00A0% en Super y Gasoil Especial.',
    ])
  })

  test('says the conditions of a rule, and its last day', () => {
    const campaign = aBenefitRule({
      weekdays: [6, 7],
      hourFrom: 22,
      hourUntil: 6,
      means: ['debit'],
      perLitre: 5,
      discountBasisPoints: 300,
      validUntil: '20270101000000',
    })
    expect(notesOf({ campaigns: [campaign] })[0]).toBe(
      'Sábado, domingo, de 22 a 6, con débito: 5 puntos por litro de Super y 3\u00A0% de descuento, hasta el 31/12/2026.',
    )
    const none = aBenefitRule({ means: ['points'], product: '', perLitre: 0 })
    expect(notesOf({ campaigns: [none] })[0]).toBe('Con puntos: sin puntos.')
    expect(notesOf({ products: [aBenefitRule({ validUntil: '20260910120000' })] })[0]).toBe(
      'Lo de Super es hasta el 10/09/2026.',
    )
  })

  test('says how long points live and from when they can be spent, as their lots do', () => {
    const dayOf = (rule: { pendingDays: number; expiresMonths: number }) =>
      lotOf({ id: '1', at: AT }, { loyaltyCode: 'CLUB', points: 3 }, rule)
    const { spendableFrom, expiresAt } = dayOf(aBenefitRule())
    expect([spendableFrom, expiresAt].map((at) => at.toISOString().slice(0, 10))).toEqual([
      '2026-09-09',
      '2028-09-08',
    ])
    expect(notesOf({})).toEqual([
      'Cada punto vale $\u00A00,50 en la caja.',
      'Los puntos duran 24 meses y los podés usar a los 2 días de sumarlos.',
    ])
    expect(notesOf({ pointValue: 0, products: [aBenefitRule({ pendingDays: 0 })] })).toEqual([
      'Los puntos duran 24 meses y los podés usar enseguida.',
    ])
    const short = aBenefitRule({ pendingDays: 0, expiresMonths: 3, weekdays: [6] })
    expect(notesOf({ campaigns: [short] }).at(-1)).toBe(
      'Los puntos duran de 3 a 24 meses y los podés usar como mucho a los 2 días de sumarlos.',
    )
    expect(lifetimeText([someBenefits({ products: [aBenefitRule({ expiresMonths: 1 })] })])).toBe(
      '1 mes',
    )
  })

  test('says nothing of a programme without rules', () => {
    const none = someBenefits({ products: [], pointValue: 0 })
    expect(benefitTexts(none)).toEqual({ perLitre: [], perHundred: [], summary: [], notes: [] })
    expect(lifetimeText([none])).toBe('')
    expect(lifetimeText([])).toBe('')
  })

  test('a reward that some stations give says so', () => {
    const reward = { title: 'Lavado', points: 1, everywhere: false }
    expect(rewardPrice(reward)).toBe('1 punto, en algunas estaciones')
    expect(rewardPrice({ ...reward, points: 1200, everywhere: true })).toBe('1.200 puntos')
  })
})
