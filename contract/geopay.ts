import * as z from 'zod/mini'
import { Indi } from '#contract/entities/debt.ts'
import { Cents, Currency } from '#contract/money.ts'

/**
 * The GEOPay protocol between our server and the card gateway (docs/geopay.md). There is no public
 * vendor manual; field names and codes are those on which public integrations agree. Signatures
 * cover the raw message, so the schemas keep unknown fields.
 */

/** Paths of the gateway's calls below its service base; all are POST with JSON. */
export const GATEWAY_CALLS = {
  payment: '/geoswitchService/rest/process/payment',
  paymentQuery: '/geoswitchService/rest/process/paymentQuery',
  voidPayment: '/geoswitchService/rest/process/voidPayment',
  echoTest: '/geoswitchService/rest/process/echoTest',
  /**
   * A call of our sandbox only: no public integration shows how the gateway lists the charges of a
   * day. The real gateway's form (probably a daily file) is not known.
   */
  settlementList: '/surtidor/settlementList',
} as const
/**
 * Path of the hosted payment page below the gateway's page base. The browser navigates to it with a
 * form POST of the field `token`.
 */
export const HOSTED_PAGE = '/geopay-ui/services/payments/requestPayment'

/** Endpoints of our server: the browser's return, the webhook, and the gateway's echo test. */
export const MERCHANT_ENDPOINTS = {
  return: '/geopay/return',
  webhook: '/geopay/webhook',
  echoTest: '/geopay/echoTest',
} as const

/** Header of every request, in both directions. */
const GatewayRequestHeader = z.looseObject({
  dateTime: z.string(),
  netId: z.string(),
  netDescription: z.string(),
  auditNumber: z.string(),
  version: z.string(),
  /** Id of the signing key, which implies the algorithm; absent in the legacy SHA1withRSA form. */
  kid: z.optional(z.string()),
  digitalSign: z.string(),
})
/** Header of every response, in both directions. */
export const GatewayResponseHeader = z.looseObject({
  responseCode: z.string(),
  responseDescription: z.string(),
  rrn: z.string(),
  kid: z.optional(z.string()),
  digitalSign: z.string(),
})

/** Name of the item of `ecommerceAdditionalData` with the station that the hosted page names. */
export const MERCHANT_NAME = 'merchantName'
/**
 * Name of the item of `ecommerceAdditionalData` with the refund rate that the merchant expects, in
 * basis points. Our sandbox refunds by it; a gateway knows the rates itself.
 */
export const REFUND_BASIS_POINTS = 'refundBasisPoints'

/** Request of `payment`: opens a payment and gets a single-use token bound to these fields. */
export const PaymentRequest = z.looseObject({
  requestHeader: GatewayRequestHeader,
  merchantId: z.string(),
  currency: Currency,
  /** Total to charge, tip included. */
  amount: Cents,
  tipAmount: Cents,
  /** Net amount subject to IVA, without the IVA. */
  taxedAmount: Cents,
  /** The IVA. */
  taxAmount: Cents,
  /** Maximum number of instalments that the hosted page offers. */
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
  /** `callbackUrl` is the code of an address that is registered at the gateway, not an address. */
  config: z.looseObject({ callbackUrl: z.string(), useRedirect: z.boolean() }),
  ecommerceAdditionalData: z.optional(
    z.array(z.looseObject({ name: z.string(), value: z.string() })),
  ),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>
/** Response of `payment`; `token` is present with code 00. */
export const PaymentResponse = z.looseObject({
  responseHeader: GatewayResponseHeader,
  token: z.optional(z.string()),
})
export type PaymentResponse = z.infer<typeof PaymentResponse>

/** A payment at the gateway. A decline is PROCESSED with `authorized` false. */
export const GatewayPayment = z.looseObject({
  /** The gateway's id of the payment; it belongs to one attempt at most. */
  paymentToken: z.string(),
  /** The token of the `payment` response. */
  accessToken: z.string(),
  reference: z.string(),
  merchantId: z.string(),
  dateTime: z.string(),
  state: z.enum(['INPROCESS', 'PROCESSED', 'CANCELED']),
  authorized: z.boolean(),
  voided: z.boolean(),
  refunded: z.boolean(),
  /** Refunded amount; no public integration shows that the real gateway sends it. */
  refundedAmount: z.optional(Cents),
  /** Answer code of the card issuer; empty while INPROCESS. */
  authorizerCode: z.string(),
  authorizerDescription: z.string(),
  paymentmode: z.string(),
  currency: Currency,
  /** Total charged, tip included. */
  amount: Cents,
  tipAmount: Cents,
  taxedAmount: Cents,
  taxAmount: Cents,
  /** Amount that a refund law gave back; 0 when none was applied. */
  ivaDiscountAmount: Cents,
  /** Number of the refund law that was applied; `0` when none. */
  law: z.string(),
  installments: z.string(),
  card: z.nullable(
    z.looseObject({
      cardBrandName: z.string(),
      issuerName: z.string(),
      /** `C` credit, `D` debit. */
      type: z.enum(['C', 'D']),
      cardMask: z.string(),
    }),
  ),
  authorizer: z.nullable(z.looseObject({ authorizationCode: z.string() })),
})
export type GatewayPayment = z.infer<typeof GatewayPayment>

type RefundState = Pick<GatewayPayment, 'refunded' | 'refundedAmount' | 'amount'>
/**
 * Whether a refund returned the whole charge. A refund without its amount is read as a refund of
 * the whole charge (`docs/geopay.md`, "Full and partial refund").
 */
export const isFullyRefunded = ({ refunded, refundedAmount, amount }: RefundState): boolean =>
  refunded && (refundedAmount === undefined || refundedAmount >= amount)

/** What was given back of a charge, in cents; of one that is voided too, what was refunded before. */
export const refundedOf = ({ refunded, refundedAmount, amount }: RefundState): number =>
  refunded ? Math.min(refundedAmount ?? amount, amount) : 0

/**
 * Whether the gateway still holds money of a payment: it was approved, not voided, and at most
 * partially refunded.
 */
export const isCharged = (
  payment: RefundState & Pick<GatewayPayment, 'authorized' | 'voided'>,
): boolean => payment.authorized && !payment.voided && !isFullyRefunded(payment)

/** JSON of the form field `data` that the browser POSTs to `MERCHANT_ENDPOINTS.return`. */
export const GatewayReturn = z.looseObject({
  responseHeader: GatewayResponseHeader,
  token: z.string(),
  reference: z.string(),
  payment: GatewayPayment,
})
export type GatewayReturn = z.infer<typeof GatewayReturn>

/** Request of `paymentQuery`: the payments of a token. */
export const PaymentQueryRequest = z.looseObject({
  requestHeader: GatewayRequestHeader,
  accessToken: z.string(),
})
/**
 * Response of `paymentQuery`. Code 25 without payments: the token is unknown or expired and was
 * never charged.
 */
export const PaymentQueryResponse = z.looseObject({
  responseHeader: GatewayResponseHeader,
  payments: z.array(GatewayPayment),
})
export type PaymentQueryResponse = z.infer<typeof PaymentQueryResponse>
/**
 * Request of `voidPayment`: the token whose payment is to be voided; with amounts, whose payment is to be
 * refunded by them. A repeat of a refund's audit number with the same amount refunds once.
 */
export const VoidPaymentRequest = z.looseObject({
  requestHeader: GatewayRequestHeader,
  accessToken: z.string(),
  amount: z.optional(Cents),
  taxedAmount: z.optional(Cents),
  taxAmount: z.optional(Cents),
})
export type VoidPaymentRequest = z.infer<typeof VoidPaymentRequest>
/** Response of `voidPayment`, with the payment after the void. */
export const VoidPaymentResponse = z.looseObject({
  responseHeader: GatewayResponseHeader,
  payment: z.optional(GatewayPayment),
})
/** Request of `settlementList`: one page of the charges of a day, in the gateway's order. */
export const SettlementListRequest = z.looseObject({
  requestHeader: GatewayRequestHeader,
  /** `yyyyMMdd` in Montevideo. */
  day: z.string(),
  /** 0, or `next` of the previous page. */
  from: z.int().check(z.nonnegative()),
})
/** Response of `settlementList`: the charges that were approved, voided or refunded on the day. */
export const SettlementListResponse = z.looseObject({
  responseHeader: GatewayResponseHeader,
  /** `day` and `from` of the request, so that the signed answer to another request is not accepted. */
  day: z.string(),
  from: z.int(),
  payments: z.array(GatewayPayment),
  /** `from` of the next page; null on the last page. */
  next: z.nullable(z.int()),
})
/** Request of `echoTest`, in both directions: a health check. */
export const EchoTestRequest = z.looseObject({ requestHeader: GatewayRequestHeader })
export const EchoTestResponse = z.looseObject({ responseHeader: GatewayResponseHeader })

/** Webhook of the gateway, delivered at least once and in any order. */
export const WebhookRequest = z.looseObject({
  requestHeader: GatewayRequestHeader,
  event: z.enum(['PAYMENT', 'PAYMENT_VOID']),
  payment: GatewayPayment,
})
export type WebhookRequest = z.infer<typeof WebhookRequest>

/**
 * The text that a signature covers (docs/geopay.md): `digitalSign` and nulls are dropped, the keys
 * of each object are sorted, keys and values are concatenated depth first, characters outside
 * 0x21-0x7E are removed, and the result is in upper case.
 * @param message the parsed message with all its fields, also unknown ones
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
