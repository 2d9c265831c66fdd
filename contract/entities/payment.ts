import * as z from 'zod/mini'
import { StationPayment } from '#contract/entities/paymentRequest.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { Cents, Currency } from '#contract/money.ts'

export const STATE_LABELS = {
  PENDING: 'Pendiente de aprobación',
  PROCESSING: 'Procesando',
  PROCESS: 'Procesando',
  PAID: 'Pago',
  REJECTED: 'Rechazado',
  VOIDED: 'Anulado',
  REFUNDED: 'Devuelto',
} as const

/** States of a payment on the wire. */
export const PAYMENT_STATES = [
  'PENDING',
  'PROCESSING',
  'PAID',
  'REJECTED',
  'VOIDED',
  'REFUNDED',
] as const
/** State of a payment; REJECTED, unless it is `expired`, and REFUNDED are final. */
export const PaymentState = z.enum(PAYMENT_STATES)
export type PaymentState = z.infer<typeof PaymentState>

/** Whether a payment in this state was charged, and thus has a receipt; the charge may be undone. */
export const wasCharged = (state: PaymentState): boolean =>
  state === 'PAID' || state === 'VOIDED' || state === 'REFUNDED'

const TRANSITIONS = {
  CREATED: ['PROCESSING', 'PAID', 'REJECTED', 'EXPIRED', 'VOIDED'],
  PROCESSING: ['PAID', 'REJECTED', 'EXPIRED', 'VOIDED'],
  PAID: ['VOIDED', 'REFUNDED'],
  REJECTED: [],
  // The gateway may approve after the expiry; a late approval counts once a query confirms it.
  EXPIRED: ['PAID', 'VOIDED'],
  VOIDED: ['REFUNDED'],
  REFUNDED: [],
} as const
/** States of a payment attempt. Answers show CREATED ones as PENDING and EXPIRED ones as REJECTED. */
export type AttemptState = keyof typeof TRANSITIONS
export const ATTEMPT_STATES = Object.keys(TRANSITIONS) as [AttemptState, ...AttemptState[]]
/** Allowed transitions of an attempt, by state. The database refuses all others. */
export const ATTEMPT_TRANSITIONS: Record<AttemptState, readonly AttemptState[]> = TRANSITIONS

/** Types of a card: `CC` credit, `CA` debit or savings; empty: unknown. */
export const CARD_TYPES = ['', 'CC', 'CA'] as const

/** One payment, as `getPayments` lists it. */
export const Payment = lazyObject(() => ({
  /** Identifier of this attempt, for `mailReceipt`; missing from older servers. */
  id: z.optional(z.string()),
  /** Reference of the debt, as `getDebts` answered it. */
  reference: z.string(),
  /** When the attempt began, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  state: PaymentState,
  /**
   * When it became PAID, REJECTED, VOIDED or REFUNDED, `yyyyMMddHHmmss` in Montevideo; missing before,
   * and from older servers.
   */
  settledAt: z.optional(Stamp),
  /**
   * When the card was charged, `yyyyMMddHHmmss` in Montevideo, also of a charge that was undone later;
   * missing for none, and from older servers.
   */
  chargedAt: z.optional(Stamp),
  /** Name of the station that was paid. */
  merchantName: z.string(),
  /** What the debt was for, in Spanish. */
  concept: z.string(),
  /** Means of payment, always `Card`. */
  mode: z.literal('Card'),
  /** Brand and last four digits; empty until the gateway has answered. */
  maskedCard: z.string(),
  /** `CC` credit, `CA` debit or savings, empty when unknown; missing from older servers. */
  cardType: z.optional(z.enum(CARD_TYPES)),
  currency: Currency,
  /** Total charged in cents, tip included. */
  amount: Cents,
  /** Net amount subject to IVA in cents. */
  taxedAmount: Cents,
  /** IVA in cents; missing from older servers. */
  taxAmount: z.optional(Cents),
  /** Tip in cents; 0 for none. */
  tipAmount: Cents,
  /** Number of the refund law that the gateway applied; `0` when none. */
  law: z.string(),
  /** Amount that the law gave back, in cents. */
  refund: Cents,
  /** Part of the charge that was given back to the card, in cents; missing for none, and from older servers. */
  refundedAmount: z.optional(Cents),
  installments: z.int(),
  /** Number of the station's invoice that was paid; missing from older servers. */
  invoiceNumber: z.optional(z.string()),
  /** Authorisation code of the card issuer; empty unless PAID, VOIDED or REFUNDED. */
  authorizationCode: z.string(),
  /** Reason of the decline, in Spanish; empty unless REJECTED. */
  reason: z.string(),
  /**
   * True for a REJECTED payment that was begun and ended without a charge and without an answer of
   * the card's issuer; a late approval may still make it PAID. Missing otherwise, and from older
   * servers, which leave such payments out.
   */
  expired: z.optional(z.boolean()),
  /** Points that the payment gave, less those of what was given back; those of a payment at a station are of its sale. */
  points: z.int(),
  /** Of a payment at a station, by a till's request; absent otherwise, and from older servers. */
  station: z.optional(StationPayment),
}))
export type Payment = z.infer<typeof Payment>

/** The date of a payment wherever it is shown, sorted or filtered: of its charge; until then, of its beginning. */
export const paymentDate = ({ chargedAt, datetime }: Payment): string => chargedAt ?? datetime
