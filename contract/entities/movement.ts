import * as z from 'zod/mini'
import { dayAndMonth } from '#contract/dates.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { Cents, Currency } from '#contract/money.ts'
import { pointsText } from '#contract/pointsText.ts'

/** A fiscal document (CFE) that the station's till issued. */
export const IssuedCfe = lazyObject(() => ({
  /** RUT of the issuer, 12 digits. */
  rut: z.string(),
  /** Type of the document, as the DGI numbers it: 101 e-Ticket, 111 e-Factura, and so on. */
  type: z.int(),
  /** Series: one or two capitals, or a digit and a capital. */
  series: z.string(),
  number: z.int(),
}))

/** The void of a whole sale, or the return of a part of it. */
const Reversal = lazyObject(() => ({
  /** `void` of the whole sale, or `return` of a part of it. */
  kind: z.enum(['void', 'return']),
  /** When the station did it, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** Points that were taken back of the purchase, by all its reversals. */
  points: z.int(),
}))
export type Reversal = z.infer<typeof Reversal>

/** What the station's till reported of a purchase. */
const SaleOfMovement = lazyObject(() => ({
  ticket: z.string(),
  /** The fiscal document; absent when the till reported none. */
  cfe: z.optional(IssuedCfe),
  /** When it arrived and its points were posted, `yyyyMMddHHmmss` in Montevideo. */
  postedAt: Stamp,
  /** The void, else the newest return; absent while the whole purchase stands. */
  reversal: z.optional(Reversal),
  /** The caller's claim that it was credited by; absent without one, and missing from older servers. */
  claim: z.optional(
    z.object({
      /** When the caller sent it, `yyyyMMddHHmmss` in Montevideo. */
      datetime: Stamp,
      /** The receipt of the claim, which may be another than the sale's when an operator found the sale. */
      cfe: IssuedCfe,
    }),
  ),
  /** The caller's payment with the app; absent when it was paid in another way. */
  payment: z.optional(
    z.object({
      /** Identifier of the payment, as `getPayments` lists it. */
      id: z.string(),
      /** Authorisation code of the card issuer; empty unless PAID, VOIDED or REFUNDED. */
      authorizationCode: z.string(),
    }),
  ),
}))

/** One purchase at a station, or one subscription. */
export const Movement = lazyObject(() => ({
  /** Retrieval reference number of the purchase, 12 digits. */
  rrn: z.string(),
  /** When it was bought, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** MOVEMENTS for a purchase, SUSCRIPTION (as the wire spells it) for a subscription. */
  kind: z.enum(['MOVEMENTS', 'SUSCRIPTION']),
  branchCode: z.string(),
  branchName: z.string(),
  /** Code of the product, of the reference lists. */
  product: z.string(),
  /** Quantity of fuel in millilitres; 0 when the product is not a fuel. */
  millilitres: z.int(),
  currency: Currency,
  /** Amount paid in cents, after the discount. */
  amount: Cents,
  /** Discount in cents. */
  discount: Cents,
  /** Points that the purchase gave. */
  points: z.int(),
  /** Plate of the vehicle; empty when it is not known. */
  plate: z.string(),
  /** What the till reported of it; absent for other purchases, and missing from older servers. */
  sale: z.optional(SaleOfMovement),
  /**
   * Of what a till reported, why it gave no points: `no_rule`: none gives any for its product, time and
   * means of payment; `below_minimum`: less than a litre and a hundred pesos; `other_currency`: the rule is of pesos.
   * Other words may follow. Absent when it gave some, and missing from older servers.
   */
  noPoints: z.optional(z.string()),
}))
export type Movement = z.infer<typeof Movement>

/** Cents per litre before the discount, as shown at the pump; null for other products. */
export const pumpPrice = ({ amount, discount, millilitres }: Movement): number | null =>
  millilitres > 0 ? Math.round(((amount + discount) * 1000) / millilitres) : null

/** The void or the return of a purchase in one sentence, in Spanish. @param bought its stamp */
export function reversalText({ kind, points }: Pick<Reversal, 'kind' | 'points'>, bought: string) {
  const done = kind === 'void' ? 'anuló' : 'registró una devolución de'
  const taken = `${points === 1 ? 'se descontó' : 'se descontaron'} ${pointsText(points)}`
  return `La estación ${done} tu compra del ${dayAndMonth(bought)}${points > 0 ? `: ${taken}` : ''}.`
}

/** One line of the points statement: one posting of the points ledger. */
export const StatementLine = lazyObject(() => ({
  /** When the points were posted, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** Description of the event, in Spanish. */
  concept: z.string(),
  /** Points of the line; negative when points were taken. */
  points: z.int(),
  /** Balance in points after this line. */
  balance: z.int(),
  /** Retrieval reference number of the event, 12 digits. */
  rrn: z.string(),
  /**
   * When the purchase was made that the line gives or takes points of, `yyyyMMddHHmmss` in Montevideo;
   * absent for other lines, and missing from older servers.
   */
  saleDatetime: z.optional(Stamp),
}))
export type StatementLine = z.infer<typeof StatementLine>

/** Purchases of one product that were posted in one month. */
export const MonthOfProduct = lazyObject(() => ({
  /** Month in which they were posted, `yyyyMM` in Montevideo. */
  month: z.string(),
  /** Code of the product, of the reference lists. */
  product: z.string(),
  /** Quantity of fuel in millilitres; 0 when the product is not a fuel. */
  millilitres: z.int(),
  /** Amount paid in cents, after the discounts. */
  amount: Cents,
  /** Sum of the discounts in cents. */
  discount: Cents,
  /** Points that the purchases gave. */
  points: z.int(),
}))
export type MonthOfProduct = z.infer<typeof MonthOfProduct>

/** Points of a period by kind of event. */
export const PointTotals = lazyObject(() => ({
  /** Points that purchases and payments gave. */
  earned: z.int(),
  /** Points that were redeemed, less those given back: above 0 when these are of an earlier period. */
  redeemed: z.int(),
  /** Points taken back with the payment that gave them; negative. */
  reversed: z.int(),
  /** Points that expired; 0 or negative. Missing from older servers, which count them as `other`. */
  expired: z.optional(z.int()),
  /** Points moved from or to another loyalty of the person, and adjustments. */
  other: z.int(),
}))
export type PointTotals = z.infer<typeof PointTotals>

/**
 * The points statement of a period. `openingPoints` plus the points of all lines is
 * `closingPoints`, and the next period opens with it.
 */
export const AccountState = lazyObject(() => ({
  /** Balance in points at the beginning of the period. */
  openingPoints: z.int(),
  /** Balance in points at the end of the period. */
  closingPoints: z.int(),
  /**
   * The points of all lines of the period by kind; together `closingPoints` less `openingPoints`.
   * Missing from older servers.
   */
  pointTotals: z.optional(PointTotals),
  /** Purchases of the period by month and product. */
  discounts: z.array(MonthOfProduct),
  /** Lines of the statement, newest first. */
  movements: z.array(StatementLine),
}))
export type AccountState = z.infer<typeof AccountState>
