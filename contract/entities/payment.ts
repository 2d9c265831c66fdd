import * as z from 'zod/mini'
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
/** State of a payment; REJECTED and REFUNDED are final. */
export const PaymentState = z.enum(PAYMENT_STATES)
export type PaymentState = z.infer<typeof PaymentState>

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
/** States of a payment attempt. Answers leave out EXPIRED attempts and show CREATED ones as PENDING. */
export type AttemptState = keyof typeof TRANSITIONS
export const ATTEMPT_STATES = Object.keys(TRANSITIONS) as [AttemptState, ...AttemptState[]]
/** Allowed transitions of an attempt, by state. The database refuses all others. */
export const ATTEMPT_TRANSITIONS: Record<AttemptState, readonly AttemptState[]> = TRANSITIONS

/** Types of a card: `CC` credit, `CA` debit or savings; empty: unknown. */
export const CARD_TYPES = ['', 'CC', 'CA'] as const

/** One payment, as `getPayments` lists it. */
export const Payment = z.object({
  /** Reference of the debt, as `getDebts` answered it. */
  reference: z.string(),
  /** When the attempt began, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  state: PaymentState,
  /** Name of the station that was paid. */
  merchantName: z.string(),
  /** What the debt was for, in Spanish. */
  concept: z.string(),
  /** Means of payment, always `Card`. */
  mode: z.literal('Card'),
  /** Brand and last four digits; empty until the gateway has answered. */
  maskedCard: z.string(),
  /** Type of the card: `CC` credit, `CA` debit or savings; empty: unknown. */
  /** `CC` credit, `CA` debit or savings, empty when unknown; missing from older servers. */
  cardType: z.optional(z.enum(CARD_TYPES)),
  currency: Currency,
  /** Total charged in cents, tip included. */
  amount: Cents,
  /** Net amount subject to IVA in cents. */
  taxedAmount: Cents,
  /** Tip in cents; 0 for none. */
  tipAmount: Cents,
  /** Number of the refund law that the gateway applied; `0` when none. */
  law: z.string(),
  /** Amount that the law gave back, in cents. */
  refund: Cents,
  /** Number of instalments. */
  installments: z.int(),
  /** Authorisation code of the card issuer; empty unless PAID, VOIDED or REFUNDED. */
  authorizationCode: z.string(),
  /** Reason of the decline, in Spanish; empty unless REJECTED. */
  reason: z.string(),
  /** Points that the payment gave. */
  points: z.int(),
})
export type Payment = z.infer<typeof Payment>
