import * as z from 'zod/mini'
import { Stamp } from '#contract/fields/stamp.ts'
import { Cents, Currency } from '#contract/money.ts'

export const DISCREPANCY_LABELS = {
  /** Charged at the gateway; unknown or not paid here. */
  MISSING_HERE: 'Cobrado allá, falta acá',
  /** Paid here; not charged at the gateway. */
  MISSING_THERE: 'Pago acá, falta allá',
  /** Amount or currency differ. */
  AMOUNT: 'Otro importe o moneda',
  /** Two charges in force for one debt, or one charge listed twice. */
  DOUBLE: 'Cobrado dos veces',
  /** Voided at the gateway; paid here. */
  VOIDED_THERE: 'Anulado allá, pago acá',
  /** Refunded at the gateway; paid here. */
  REFUNDED_THERE: 'Devuelto allá, pago acá',
} as const
type Kind = keyof typeof DISCREPANCY_LABELS
export const DISCREPANCY_KINDS = Object.keys(DISCREPANCY_LABELS) as [Kind, ...Kind[]]
export const DiscrepancyKind = z.enum(DISCREPANCY_KINDS)
export type DiscrepancyKind = z.infer<typeof DiscrepancyKind>

/** A payment in the books of one side; fields without a value are empty or 0. */
const Side = z.object({
  /**
   * State on that side: ours is that of the attempt; the gateway's is APPROVED, VOIDED, REFUNDED,
   * NONE, or UNREADABLE when its item could not be parsed.
   */
  state: z.string(),
  currency: z.union([Currency, z.literal('')]),
  /** Total charged in cents, tip included. */
  amount: Cents,
})

/** One discrepancy: a payment in which the two sides differ. */
export const GatewayDiscrepancy = z.object({
  /** How the two sides differ. */
  kind: DiscrepancyKind,
  /** Reference of the debt, from the side that has it. */
  reference: z.string(),
  /** The gateway's id of the charge; empty when there is none. */
  paymentToken: z.string(),
  /** The payment in our books; empty fields when we have none. */
  here: Side,
  /** The payment in the gateway's books; empty fields when it has none. */
  there: Side,
  /** Whether a query to the gateway resolved it; otherwise an operator has to resolve it. */
  resolved: z.boolean(),
})
export type GatewayDiscrepancy = z.infer<typeof GatewayDiscrepancy>

/** Result of the reconciliation of one business day. */
export const GatewayDay = z.object({
  /** The business day, `yyyyMMdd` in Montevideo. */
  day: z.string(),
  /** When it was last compared, `yyyyMMddHHmmss` in Montevideo. */
  reconciledAt: Stamp,
  /**
   * What was compared: LIST the gateway's list of the day, QUERIES one query for each of our
   * payments.
   */
  source: z.enum(['LIST', 'QUERIES']),
  /** Number of charges here, including those voided or refunded since. */
  here: z.int(),
  /** Number of charges at the gateway, including those voided or refunded since. */
  there: z.int(),
  /** Number of discrepancies by kind. */
  counts: z.object({
    /** Number of payments charged at the gateway that are unknown or not paid here. */
    MISSING_HERE: z.int(),
    /** Number of payments paid here that are not charged at the gateway. */
    MISSING_THERE: z.int(),
    /** Number of payments whose amount or currency differ. */
    AMOUNT: z.int(),
    /** Number of debts with two charges in force, or of charges listed twice. */
    DOUBLE: z.int(),
    /** Number of payments voided at the gateway that are paid here. */
    VOIDED_THERE: z.int(),
    /** Number of payments refunded at the gateway that are paid here. */
    REFUNDED_THERE: z.int(),
  }),
  /** Number of discrepancies that a query to the gateway resolved. */
  resolved: z.int(),
  /** The first 200 discrepancies; those that an operator has to resolve come first. */
  discrepancies: z.array(GatewayDiscrepancy),
})
export type GatewayDay = z.infer<typeof GatewayDay>
