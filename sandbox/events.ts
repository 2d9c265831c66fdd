import type { PaymentRequest } from '#contract/geopay.ts'
import type { CardBehaviour } from '#sandbox/cards.ts'

/**
 * What a token was issued for and is bound to. Amounts in cents, times in milliseconds since 1970.
 */
export interface Order {
  token: string
  /** The gateway's identifier of the payment. */
  paymentToken: string
  openedAt: number
  expiresAt: number
  auditNumber: string
  /** Digest of the request; it tells a repeat from another request. */
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
  invoiceNumber: string
  callbackUrl: string
}

/** The result of a payment, or what it waits for. */
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
  lever: CardBehaviour
  /** The later answer of an issuer that is slow or down. */
  settle: { at: number; code: string; authorizationCode: string } | null
  /** When the gateway voids the charge on its own. */
  voidAt: number | null
}

/** A webhook to send: the payment while in process, when final, or when voided. */
export interface PlannedWebhook {
  id: string
  at: number
  view: 'inProcess' | 'final' | 'voided'
}

/**
 * The events of the log. Their keys are a file format: a log of an earlier version must stay
 * readable.
 */
export type SandboxEvent =
  | { kind: 'opened'; order: Order }
  | { kind: 'decided'; token: string; decision: Decision; notices: PlannedWebhook[] }
  | { kind: 'settled'; token: string; at: number; notices: PlannedWebhook[] }
  | {
      kind: 'voided'
      token: string
      at: number
      by: 'merchant' | 'gateway'
      notices: PlannedWebhook[]
    }
  | { kind: 'noticed'; token: string; id: string; at: number; delivered: boolean; tries: number }
