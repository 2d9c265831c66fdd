import * as z from 'zod/mini'
import { Stamp } from '#contract/fields/stamp.ts'
import { Cents, Currency } from '#contract/money.ts'

/** One purchase at a station, or one subscription. */
export const Movement = z.object({
  /** Retrieval reference number, 12 digits. */
  rrn: z.string(),
  datetime: Stamp,
  kind: z.enum(['MOVEMENTS', 'SUSCRIPTION']),
  branchCode: z.string(),
  branchName: z.string(),
  /** A product code of `reference/stationServices.ts`. */
  product: z.string(),
  /** 0 when the product is not a fuel. */
  millilitres: z.int(),
  currency: Currency,
  /** The amount paid, after the discount. */
  amount: Cents,
  discount: Cents,
  /** Points that the purchase gave. */
  points: z.int(),
  /** Plate of the vehicle; empty when it is not known. */
  plate: z.string(),
})
export type Movement = z.infer<typeof Movement>

/** One line of the points statement: one posting of the points ledger. */
export const StatementLine = z.object({
  datetime: Stamp,
  /** Description of the event, in Spanish. */
  concept: z.string(),
  /** Negative when points were taken. */
  points: z.int(),
  /** Balance after this line. */
  balance: z.int(),
  /** Retrieval reference number of the event. */
  rrn: z.string(),
})
export type StatementLine = z.infer<typeof StatementLine>

export const MonthOfProduct = z.object({
  /** `yyyyMM` in Montevideo. */
  month: z.string(),
  /** A product code of `reference/stationServices.ts`. */
  product: z.string(),
  millilitres: z.int(),
  amount: Cents,
  discount: Cents,
  points: z.int(),
})
export type MonthOfProduct = z.infer<typeof MonthOfProduct>

/**
 * The points statement of a period. `openingPoints` plus the points of all lines is
 * `closingPoints`, and the next period opens with it.
 */
export const AccountState = z.object({
  openingPoints: z.int(),
  closingPoints: z.int(),
  discounts: z.array(MonthOfProduct),
  /** Lines of the statement, newest first. */
  movements: z.array(StatementLine),
})
export type AccountState = z.infer<typeof AccountState>
