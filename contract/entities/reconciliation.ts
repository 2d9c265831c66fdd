import * as z from 'zod/mini'
import { Cents, Currency, Stamp } from '#contract/money.ts'

/** In what a day at the gateway and the same day here may differ, with the label a person reads. */
export const DISCREPANCY_LABELS = {
  /** Charged there; here unknown, or not paid. */
  MISSING_HERE: 'Cobrado allá, falta acá',
  /** Paid here; not charged there. */
  MISSING_THERE: 'Pago acá, falta allá',
  /** The same charge with another amount or currency. */
  AMOUNT: 'Otro importe o moneda',
  /** Two charges that stand for one debt, or one charge listed twice. */
  DOUBLE: 'Cobrado dos veces',
  /** Voided there, paid here. */
  VOIDED_THERE: 'Anulado allá, pago acá',
  /** Refunded there, paid here. */
  REFUNDED_THERE: 'Devuelto allá, pago acá',
} as const
export const DISCREPANCY_KINDS = [
  'MISSING_HERE',
  'MISSING_THERE',
  'AMOUNT',
  'DOUBLE',
  'VOIDED_THERE',
  'REFUNDED_THERE',
] as const satisfies readonly (keyof typeof DISCREPANCY_LABELS)[]
export const DiscrepancyKind = z.enum(DISCREPANCY_KINDS)
export type DiscrepancyKind = z.infer<typeof DiscrepancyKind>

/** A payment as one side tells it; what the side does not have is empty or 0. */
const Side = z.object({
  /** Ours is an attempt's state; theirs APPROVED, VOIDED, REFUNDED or NONE, or UNREADABLE on a list. */
  state: z.string(),
  currency: z.union([Currency, z.literal('')]),
  /** The whole charge, tip included. */
  amount: Cents,
})

/** One payment that the two sides told differently. */
export const GatewayDiscrepancy = z.object({
  kind: DiscrepancyKind,
  /** The debt that it pays, as whoever knows it names it. */
  reference: z.string(),
  /** The gateway's own number of the charge; empty when there is none. */
  paymentToken: z.string(),
  here: Side,
  there: Side,
  /** Settled since by asking the gateway; otherwise a person has to see to it. */
  mended: z.boolean(),
})
export type GatewayDiscrepancy = z.infer<typeof GatewayDiscrepancy>

/** One business day, compared. */
export const GatewayDay = z.object({
  /** `yyyyMMdd` in Montevideo. */
  day: z.string(),
  /** When it was compared last. */
  comparedAt: Stamp,
  /** Against the gateway's own list of the day, or by asking about each payment of ours. */
  source: z.enum(['LIST', 'QUERIES']),
  /** Charges of ours, those given back since among them. */
  here: z.int(),
  /** Charges that the gateway told of, likewise. */
  there: z.int(),
  /** Differences of each kind. */
  counts: z.object({
    MISSING_HERE: z.int(),
    MISSING_THERE: z.int(),
    AMOUNT: z.int(),
    DOUBLE: z.int(),
    VOIDED_THERE: z.int(),
    REFUNDED_THERE: z.int(),
  }),
  /** How many of them were mended at once. */
  mended: z.int(),
  /** The first 200: those that wait for a person come first. */
  differences: z.array(GatewayDiscrepancy),
})
export type GatewayDay = z.infer<typeof GatewayDay>
