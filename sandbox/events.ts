import type { PaymentRequest } from '#contract/geopay.ts'
import type { CardBehaviour } from '#sandbox/cards.ts'

/** What a token was opened for and is bound to. Amounts in cents, times in ms since 1970. */
export interface Order {
  token: string
  /** The gateway's own id of the payment. */
  paymentToken: string
  openedAt: number
  expiresAt: number
  auditNumber: string
  /** Digest of the request, to know a repeat from another request. */
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

/** How a payment ended, or what it waits for. */
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
  /** When an issuer that is slow or down answers, and what. */
  settle: { at: number; code: string; authorizationCode: string } | null
  /** When the gateway voids the charge by itself. */
  voidAt: number | null
}

/** A webhook to be sent: the payment as it was while in process, once final, or once voided. */
export interface WebhookNotice {
  id: string
  at: number
  view: 'inProcess' | 'final' | 'voided'
}

/** What the log holds, each a line that is true for ever. */
export type SandboxEvent =
  | { kind: 'opened'; order: Order }
  | { kind: 'decided'; token: string; decision: Decision; notices: WebhookNotice[] }
  | { kind: 'settled'; token: string; at: number; notices: WebhookNotice[] }
  | {
      kind: 'voided'
      token: string
      at: number
      by: 'merchant' | 'gateway'
      notices: WebhookNotice[]
    }
  | { kind: 'noticed'; token: string; id: string; at: number; delivered: boolean; tries: number }
