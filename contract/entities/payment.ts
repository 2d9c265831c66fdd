import * as z from 'zod/mini'
import { Cents, Currency, Stamp } from '#contract/money.ts'

/** States of a payment or request, with the label a person reads. */
export const STATE_LABELS = {
  PENDING: 'Pendiente de aprobación',
  PROCESSING: 'Procesando',
  PROCESS: 'Procesando',
  PAID: 'Pago',
  REJECTED: 'Rechazado',
  VOIDED: 'Anulado',
  REFUNDED: 'Devuelto',
  STATE_UBER_AUTHORIZED: 'Autorizado por Auspiciante',
  STATE_UBER_REJECTED: 'Rechazado por Auspiciante',
  STATE_PETROBRAS_AUTHORIZED: 'Autorizado por Disa',
  STATE_PETROBRAS_REJECTED: 'Rechazado por Disa',
} as const

export const PAYMENT_STATES = [
  'PENDING',
  'PROCESSING',
  'PAID',
  'REJECTED',
  'VOIDED',
  'REFUNDED',
] as const
export const PaymentState = z.enum(PAYMENT_STATES)
export type PaymentState = z.infer<typeof PaymentState>

/** An attempt's life. The wire shows EXPIRED attempts to nobody and CREATED ones as PENDING. */
export const ATTEMPT_STATES = [
  'CREATED',
  'PROCESSING',
  'PAID',
  'REJECTED',
  'EXPIRED',
  'VOIDED',
  'REFUNDED',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** The listed edges of an attempt's life, and no others: state -> states that may follow. */
export const ATTEMPT_TRANSITIONS: Record<AttemptState, readonly AttemptState[]> = {
  CREATED: ['PROCESSING', 'PAID', 'REJECTED', 'EXPIRED', 'VOIDED'],
  PROCESSING: ['PAID', 'REJECTED', 'EXPIRED', 'VOIDED'],
  PAID: ['VOIDED', 'REFUNDED'],
  REJECTED: [],
  // A late approval is accepted when the gateway's own answer confirms it.
  EXPIRED: ['PAID', 'VOIDED'],
  VOIDED: ['REFUNDED'],
  REFUNDED: [],
}

/** One payment, as `getPayments` lists it. */
export const Payment = z.object({
  reference: z.string(),
  datetime: Stamp,
  state: PaymentState,
  merchantName: z.string(),
  concept: z.string(),
  mode: z.literal('Card'),
  /** Brand and last digits only; empty until the gateway has answered. */
  maskedCard: z.string(),
  currency: Currency,
  /** The whole charge, tip included. */
  amount: Cents,
  taxedAmount: Cents,
  tipAmount: Cents,
  /** The refund law that the gateway really applied, `0` when none. */
  law: z.string(),
  /** What the law gave back. */
  refund: Cents,
  installments: z.int(),
  /** Authorisation code of the issuer; empty unless PAID, VOIDED or REFUNDED. */
  authorizationCode: z.string(),
  /** Why the card was refused, in words; empty unless REJECTED. */
  reason: z.string(),
  points: z.int(),
})
export type Payment = z.infer<typeof Payment>
