import * as z from 'zod/mini'
import { Stamp } from '#contract/fields/stamp.ts'
import { Cents, Currency } from '#contract/money.ts'

/** One purchase at a station, or one subscription. */
export const Movement = z.object({
  /** Retrieval reference number of the purchase, 12 digits. */
  rrn: z.string(),
  /** When it was bought, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** MOVEMENTS for a purchase, SUSCRIPTION (as the wire spells it) for a subscription. */
  kind: z.enum(['MOVEMENTS', 'SUSCRIPTION']),
  /** Code of the station. */
  branchCode: z.string(),
  /** Name of the station. */
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
})
export type Movement = z.infer<typeof Movement>

/** One line of the points statement: one posting of the points ledger. */
export const StatementLine = z.object({
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
})
export type StatementLine = z.infer<typeof StatementLine>

/** Purchases of one product in one month. */
export const MonthOfProduct = z.object({
  /** Month of the purchases, `yyyyMM` in Montevideo. */
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
})
export type MonthOfProduct = z.infer<typeof MonthOfProduct>

/**
 * The points statement of a period. `openingPoints` plus the points of all lines is
 * `closingPoints`, and the next period opens with it.
 */
export const AccountState = z.object({
  /** Balance in points at the beginning of the period. */
  openingPoints: z.int(),
  /** Balance in points at the end of the period. */
  closingPoints: z.int(),
  /** Purchases of the period by month and product. */
  discounts: z.array(MonthOfProduct),
  /** Lines of the statement, newest first. */
  movements: z.array(StatementLine),
})
export type AccountState = z.infer<typeof AccountState>
