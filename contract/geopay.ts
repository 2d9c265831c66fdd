import * as z from 'zod/mini'
import { Indi } from '#contract/entities/debt.ts'
import { Cents, Currency } from '#contract/money.ts'

/**
 * The GEOPay wire: what our server and the card gateway say to each other. No vendor manual is
 * public; field names and codes are those that public integrations agree on. Every message is
 * signed over its raw form, so unknown fields are kept and signed too.
 */

/** Paths of the gateway's own calls, POST JSON, below its service base. */
export const GATEWAY_CALLS = {
  payment: '/geoswitchService/rest/process/payment',
  paymentQuery: '/geoswitchService/rest/process/paymentQuery',
  voidPayment: '/geoswitchService/rest/process/voidPayment',
  echoTest: '/geoswitchService/rest/process/echoTest',
  /**
   * Ours: no public integration shows how the gateway lists a day, though acquirers settle by daily
   * files. The sandbox offers this call in their place; the real gateway's form has to be learnt.
   */
  settlementList: '/surtidor/settlementList',
} as const
/** The hosted page: a form POST of `token`, top level, below the gateway's pages base. */
export const HOSTED_PAGE = '/geopay-ui/services/payments/requestPayment'

/** Our own doors that the gateway uses: the browser's return, the webhook, the reverse echo. */
export const MERCHANT_ENDPOINTS = {
  return: '/geopay/return',
  webhook: '/geopay/webhook',
  echoTest: '/geopay/echoTest',
} as const

/** Codes of the gateway: approved, do not honour, token unknown or expired, issuer down. */
export const GATEWAY_CODES = {
  approved: '00',
  declined: '05',
  invalidTransaction: '12',
  invalidAmount: '13',
  expired: '25',
  noFunds: '51',
  cardExpired: '54',
  issuerDown: '91',
  /** The same audit number came before with another body. */
  duplicate: '94',
  malfunction: '96',
} as const

export const GatewayRequestHeader = z.looseObject({
  dateTime: z.string(),
  netId: z.string(),
  netDescription: z.string(),
  auditNumber: z.string(),
  version: z.string(),
  /** Names the key and with it the algorithm; absent on the legacy SHA1withRSA wire. */
  kid: z.optional(z.string()),
  digitalSign: z.string(),
})
export const GatewayResponseHeader = z.looseObject({
  responseCode: z.string(),
  responseDescription: z.string(),
  rrn: z.string(),
  kid: z.optional(z.string()),
  digitalSign: z.string(),
})

/** `payment`: opens a payment and gets a single-use token bound to everything said here. */
export const PaymentRequest = z.looseObject({
  requestHeader: GatewayRequestHeader,
  merchantId: z.string(),
  currency: Currency,
  /** The whole charge, tip included. */
  amount: Cents,
  tipAmount: Cents,
  taxedAmount: Cents,
  taxAmount: Cents,
  /** The most instalments that the person may choose on the hosted page. */
  installments: z.string(),
  indi: Indi,
  reference: z.string(),
  invoice: z.looseObject({
    number: z.string(),
    totalAmount: Cents,
    currency: Currency,
    date: z.string(),
    description: z.string(),
    finalConsumer: z.boolean(),
  }),
  client: z.looseObject({
    clientIdType: z.literal('EMAIL'),
    clientId: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    mobile: z.string(),
  }),
  /** `callbackUrl` is a code that the gateway has registered for the merchant, never free text. */
  config: z.looseObject({ callbackUrl: z.string(), useRedirect: z.boolean() }),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>
export const PaymentResponse = z.looseObject({
  responseHeader: GatewayResponseHeader,
  token: z.optional(z.string()),
})
export type PaymentResponse = z.infer<typeof PaymentResponse>

export const GATEWAY_STATES = ['INPROCESS', 'PROCESSED', 'CANCELED'] as const
/** A payment as the gateway tells it. A decline is PROCESSED with `authorized` false. */
export const GatewayPayment = z.looseObject({
  /** The gateway's own id of the payment: settles one attempt at most. */
  paymentToken: z.string(),
  /** The token that opened it. */
  accessToken: z.string(),
  reference: z.string(),
  merchantId: z.string(),
  dateTime: z.string(),
  state: z.enum(GATEWAY_STATES),
  authorized: z.boolean(),
  voided: z.boolean(),
  refunded: z.boolean(),
  /** How much of it a return gave back; no public integration shows that the gateway says so. */
  refundedAmount: z.optional(Cents),
  /** The issuer's answer code; empty while INPROCESS. */
  authorizerCode: z.string(),
  authorizerDescription: z.string(),
  paymentmode: z.string(),
  currency: Currency,
  /** The whole charge, tip included. */
  amount: Cents,
  tipAmount: Cents,
  taxedAmount: Cents,
  taxAmount: Cents,
  /** What the refund law gave back; 0 when none was applied. */
  ivaDiscountAmount: Cents,
  /** The law's number that was really applied, `0` when none. */
  law: z.string(),
  installments: z.string(),
  card: z.nullable(
    z.looseObject({
      cardBrandName: z.string(),
      issuerName: z.string(),
      /** C credit, D debit. */
      type: z.enum(['C', 'D']),
      cardMask: z.string(),
    }),
  ),
  authorizer: z.nullable(z.looseObject({ authorizationCode: z.string() })),
})
export type GatewayPayment = z.infer<typeof GatewayPayment>

/** The field `data` that the hosted page makes the browser POST to `MERCHANT_DOORS.return`. */
export const GatewayReturn = z.looseObject({
  responseHeader: GatewayResponseHeader,
  token: z.string(),
  reference: z.string(),
  payment: GatewayPayment,
})
export type GatewayReturn = z.infer<typeof GatewayReturn>

export const PaymentQueryRequest = z.looseObject({
  requestHeader: GatewayRequestHeader,
  accessToken: z.string(),
})
/** Code 25 with no payments: the token is unknown or expired, and was never charged. */
export const PaymentQueryResponse = z.looseObject({
  responseHeader: GatewayResponseHeader,
  payments: z.array(GatewayPayment),
})
export type PaymentQueryResponse = z.infer<typeof PaymentQueryResponse>
export const VoidPaymentRequest = PaymentQueryRequest
export const VoidPaymentResponse = z.looseObject({
  responseHeader: GatewayResponseHeader,
  payment: z.optional(GatewayPayment),
})
/** `settlementList`: a page of a day's charges, from a place in the gateway's own order. */
export const SettlementListRequest = z.looseObject({
  requestHeader: GatewayRequestHeader,
  /** `yyyyMMdd` in Montevideo. */
  day: z.string(),
  /** 0, or the `next` of the page before. */
  from: z.int().check(z.nonnegative()),
})
/** Every approved charge that was made, voided or refunded on the day, as it stands now. */
export const SettlementListResponse = z.looseObject({
  responseHeader: GatewayResponseHeader,
  /** What was asked, so that an answer to another question cannot pass for this one. */
  day: z.string(),
  from: z.int(),
  payments: z.array(GatewayPayment),
  /** Null: this was the last page. */
  next: z.nullable(z.int()),
})
export const EchoTestRequest = z.looseObject({ requestHeader: GatewayRequestHeader })
export const EchoTestResponse = z.looseObject({ responseHeader: GatewayResponseHeader })

/** What the gateway tells the merchant on its own, at least once and in any order. */
export const WebhookRequest = z.looseObject({
  requestHeader: GatewayRequestHeader,
  event: z.enum(['PAYMENT', 'PAYMENT_VOID']),
  payment: GatewayPayment,
})
export type WebhookRequest = z.infer<typeof WebhookRequest>

/**
 * The text that a signature covers: `digitalSign` and nulls dropped, keys sorted, key and value
 * strung together in place all the way down, everything outside 0x21-0x7E removed, upper-cased.
 * @param message the parsed raw message, unknown fields and all
 */
export function canonicalForm(message: unknown): string {
  const parts: string[] = []
  const walk = (value: unknown) => {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) for (const item of value) walk(item)
    else if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (key === 'digitalSign' || inner === null || inner === undefined) continue
        parts.push(key)
        walk(inner)
      }
    else parts.push(`${value as string | number | boolean}`)
  }
  walk(message)
  return parts
    .join('')
    .replaceAll(/[^\x21-\x7e]/g, '')
    .toUpperCase()
}
