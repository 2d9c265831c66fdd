import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'

/** How a sale is paid: `account` is a sale on account, `points` a redemption. */
export const PAYMENT_MEANS = ['cash', 'debit', 'credit', 'account', 'points', 'other'] as const
export type PaymentMeans = (typeof PAYMENT_MEANS)[number]

/**
 * When an accrual rule applies and what it gives, all in the time of America/Montevideo. Of the rules
 * that match a purchase one decides: the one with the most conditions of weekday, hours and means; of
 * as many, one that names the product; then the newest.
 */
export const AccrualRule = lazyObject(() => ({
  /** Code of the programme. */
  programme: z.string(),
  /** Code of the product; empty: any. */
  product: z.string(),
  /** Days of the week, 1 Monday to 7 Sunday; empty: any. */
  weekdays: z.array(z.int()),
  /** First hour of the day, 0 to 23. */
  hourFrom: z.int(),
  /** Hour before which it ends, 1 to 24; below `hourFrom` the hours go over midnight. */
  hourUntil: z.int(),
  /** Means of payment, by which the sale is paid whole; empty: any. */
  means: z.array(z.enum(PAYMENT_MEANS)),
  /** Points for each whole litre. */
  perLitre: z.int(),
  /** Points for each whole hundred pesos. */
  perHundred: z.int(),
  /** From when it is in force, `yyyyMMddHHmmss`. */
  validFrom: z.string(),
  /** Until when, exclusive; empty: without an end. */
  validUntil: z.string(),
}))
export type AccrualRule = z.infer<typeof AccrualRule>

/**
 * Why a purchase gave no points, in a word that stays: no rule gives any for its product, time and means;
 * less than a litre and a hundred pesos; a rule per hundred pesos and another currency; its void came first.
 */
export const NO_POINTS = ['below_minimum', 'other_currency', 'no_rule', 'voided'] as const
export type NoPoints = (typeof NO_POINTS)[number]

const INVALID = 'Revisá la regla.'
const POINTS = 'Los puntos son un número entero de 0 a 1000.'
const HOURS = 'Las horas van de 0 a 24, y la última es otra que la primera.'
const points = z.int(POINTS).check(z.gte(0, POINTS), z.lte(1000, POINTS))
const hour = z.int(HOURS).check(z.gte(0, HOURS), z.lte(24, HOURS))

/** An accrual rule that an operator proposes, as yet without its validity. */
export const ProposedRule = z
  .object(
    {
      /** Code of the programme. */
      programme: z.string(INVALID).check(z.maxLength(40, INVALID)),
      /** Code of the product; empty or left out: any. */
      product: withDefault(
        z.enum([...PRODUCTS.map(({ code }) => code), ''], 'Elegí un producto de la lista.'),
        '',
      ),
      /** Days of the week, 1 Monday to 7 Sunday; empty or left out: any. */
      weekdays: withDefault(
        z
          .array(z.int(INVALID).check(z.gte(1, INVALID), z.lte(7, INVALID)), INVALID)
          .check(z.maxLength(7, INVALID)),
        [],
      ),
      /** First hour of the day; left out: 0. */
      hourFrom: withDefault(hour, 0),
      /** Hour before which it ends, above `hourFrom` or over midnight; left out: 24. */
      hourUntil: withDefault(hour, 24),
      /** Means of payment, by which the sale is paid whole; empty or left out: any. */
      means: withDefault(
        z.array(z.enum(PAYMENT_MEANS, INVALID), INVALID).check(z.maxLength(6, INVALID)),
        [],
      ),
      /** Points for each whole litre. */
      perLitre: points,
      /** Points for each whole hundred pesos. */
      perHundred: points,
    },
    INVALID,
  )
  .check(
    z.refine(
      (rule) => rule.hourFrom < 24 && rule.hourUntil > 0 && rule.hourFrom !== rule.hourUntil,
      HOURS,
    ),
  )
export type ProposedRule = z.output<typeof ProposedRule>
