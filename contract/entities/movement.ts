import * as z from 'zod/mini'
import { Cents, Currency, Stamp } from '#contract/money.ts'

export const MOVEMENT_KINDS = ['MOVEMENTS', 'SUSCRIPTION'] as const

/** One purchase at a station. */
export const Movement = z.object({
  rrn: z.string(),
  datetime: Stamp,
  kind: z.enum(MOVEMENT_KINDS),
  branchCode: z.string(),
  branchName: z.string(),
  /** A product code of `reference/stationServices.ts`. */
  product: z.string(),
  /** Millilitres; 0 for what is not a fuel. */
  millilitres: z.int(),
  currency: Currency,
  /** What was paid, after the discount. */
  amount: Cents,
  discount: Cents,
  points: z.int(),
  plate: z.string(),
})
export type Movement = z.infer<typeof Movement>

/** One line of the points statement: a ledger entry of the member's account. */
export const StatementLine = z.object({
  datetime: Stamp,
  /** What gave or took the points, in words. */
  concept: z.string(),
  /** Signed. */
  points: z.int(),
  /** The balance after this line. */
  balance: z.int(),
  rrn: z.string(),
})
export type StatementLine = z.infer<typeof StatementLine>

/** What was bought and saved in one month, of one product. */
export const MonthOfProduct = z.object({
  /** `yyyyMM`. */
  month: z.string(),
  product: z.string(),
  millilitres: z.int(),
  amount: Cents,
  discount: Cents,
  points: z.int(),
})
export type MonthOfProduct = z.infer<typeof MonthOfProduct>

/** The statement of a period: opening + its lines = closing, and adjacent periods chain. */
export const AccountState = z.object({
  openingPoints: z.int(),
  closingPoints: z.int(),
  discounts: z.array(MonthOfProduct),
  movements: z.array(StatementLine),
})
export type AccountState = z.infer<typeof AccountState>
