import type { PaymentRequest } from '#contract/geopay.ts'
import type { CardBehaviour } from '#sandbox/cards.ts'

/** The payment that a token was opened for. Amounts in cents, times in ms since 1970. */
export interface Order {
  token: string
  /** The gateway's id of the payment. */
  paymentToken: string
  openedAt: number
  expiresAt: number
  auditNumber: string
  /** Digest of the request: tells a repeat from another request with the same audit number. */
  fingerprint: string
  netId: string
  merchantId: string
  merchantName: string
  reference: string
  concept: string
  payerName: string
  currency: PaymentRequest['currency']
  amount: number
  tipAmount: number
  taxedAmount: number
  taxAmount: number
  maxInstallments: number
  indi: PaymentRequest['indi']
  finalConsumer: boolean
  /** Refund rate of the request; undefined: it named none. */
  refundBasisPoints?: number | undefined
  invoiceNumber: string
  callbackUrl: string
}

/** The outcome of a payment, or what is pending. */
export interface Decision {
  at: number
  state: 'INPROCESS' | 'PROCESSED' | 'CANCELED'
  /** The issuer's answer; empty while in process. */
  code: string
  authorizationCode: string
  card: { brand: string; issuer: string; type: 'C' | 'D'; mask: string } | null
  installments: number
  ivaDiscountAmount: number
  law: string
  behaviour: CardBehaviour
  /** The issuer's late answer and its time; null: the issuer answered at once. */
  settle: { at: number; code: string; authorizationCode: string } | null
  /** When the gateway voids the charge by itself; null: never. */
  voidAt: number | null
}

/** A part of a charge, or the whole, that was given back. */
export interface Refund {
  /** Of its request: a repeat refunds nothing more. */
  auditNumber: string
  amount: number
  at: number
}

/** A webhook to send at a time: the payment in process, final, voided, or refunded. */
export interface Webhook {
  id: string
  at: number
  view: 'inProcess' | 'final' | 'voided' | 'refunded'
  outcome: 'pending' | 'delivered' | 'given up'
  tries: number
}

/** The state of one token. */
export interface Entry {
  order: Order
  decision: Decision | null
  voidedAt: number | null
  /** Missing before the first. */
  refunds?: readonly Refund[]
  webhooks: readonly Webhook[]
}

/** Cents of a charge that were given back. */
export const refundedAmountOf = ({ refunds = [] }: Entry): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

/** Whether the token expired without a charge. */
export const isExpired = ({ order, decision }: Entry, now: number): boolean =>
  decision === null && now >= order.expiresAt
