import { createHash } from 'node:crypto'
import {
  canonicalForm,
  MERCHANT_NAME,
  PaymentRequest,
  REFUND_BASIS_POINTS,
} from '#contract/geopay.ts'
import { type Answer, approved, refused, signedCall } from '#sandbox/calls/signedCall.ts'
import { MAGIC_AMOUNTS } from '#sandbox/cards.ts'
import type { Context } from '#sandbox/context.ts'
import type { Order } from '#sandbox/entry.ts'

/** How long a token can be paid, in milliseconds. */
export const TOKEN_LIFETIME_MS = 600_000
const MAX_INSTALLMENTS = 36
/** Maximum length of a stored text, in characters. */
const MAX_LENGTH = 200

/** Opens a payment: a single-use token bound to the signed request. */
export const payment = signedCall(PaymentRequest, (context, message) => {
  const { store, clock, config } = context
  const { merchant } = config
  if (message.merchantId !== merchant.merchantId) return refused('declined', 'Comercio desconocido')
  if (!Object.hasOwn(merchant.callbacks, message.config.callbackUrl))
    return refused('declined', 'Retorno no registrado')

  const fingerprint = digest(message)
  const { netId, auditNumber } = message.requestHeader
  const existing = store.findAudit(netId, auditNumber, clock.now())
  if (existing) {
    if (existing.order.fingerprint === fingerprint) return opened(existing.order)
    return refused('duplicate', 'Número de auditoría repetido')
  }
  const refusal = refusalOf(message)
  if (refusal) return refusal

  const order = orderFrom(context, message, fingerprint)
  store.save({ order, decision: null, voidedAt: null, webhooks: [] })
  return opened(order)
})

const opened = ({ token }: Order) => approved({ token })

/** The request without its time and signature, which a repeat changes. */
function digest({ requestHeader, ...body }: PaymentRequest): string {
  const { dateTime: _, ...header } = requestHeader
  return createHash('sha256')
    .update(canonicalForm({ ...body, requestHeader: header }))
    .digest('base64url')
}

const invalid = (description: string) => refused('invalidTransaction', description)

function refusalOf(message: PaymentRequest): Answer | null {
  const { amount, tipAmount, taxedAmount, taxAmount, reference, installments, invoice } = message
  if (amount < 1 || tipAmount > amount || taxedAmount + taxAmount > amount)
    return refused('invalidAmount', 'Importe inválido')
  if (invoice.currency !== message.currency) return invalid('Monedas distintas')
  const count = Number(installments)
  if (!/^\d{1,2}$/.test(installments) || count < 1 || count > MAX_INSTALLMENTS)
    return invalid('Cuotas inválidas')
  const audit = message.requestHeader.auditNumber
  if (!/^[\x21-\x7e]{1,20}$/.test(audit)) return invalid('Número de auditoría inválido')
  if (reference === '' || reference.length > MAX_LENGTH) return invalid('Referencia inválida')
  return null
}

function orderFrom({ clock }: Context, message: PaymentRequest, fingerprint: string): Order {
  const now = clock.now()
  const { requestHeader, invoice, client } = message
  return {
    token: clock.random(24).toString('base64url'),
    paymentToken: clock.random(16).toString('hex'),
    openedAt: now,
    expiresAt: MAGIC_AMOUNTS.isExpired(message.amount) ? now : now + TOKEN_LIFETIME_MS,
    auditNumber: requestHeader.auditNumber,
    fingerprint,
    netId: requestHeader.netId,
    merchantId: message.merchantId,
    merchantName: merchantName(message).slice(0, MAX_LENGTH),
    reference: message.reference,
    concept: invoice.description.slice(0, MAX_LENGTH),
    payerName: `${client.firstName} ${client.lastName}`.trim().slice(0, 60),
    currency: message.currency,
    amount: message.amount,
    tipAmount: message.tipAmount,
    taxedAmount: message.taxedAmount,
    taxAmount: message.taxAmount,
    maxInstallments: Number(message.installments),
    indi: message.indi,
    finalConsumer: invoice.finalConsumer,
    refundBasisPoints: refundRate(message),
    invoiceNumber: invoice.number.slice(0, MAX_LENGTH),
    callbackUrl: message.config.callbackUrl,
  }
}

/** The station of the request; without one, the calling net. */
const merchantName = (message: PaymentRequest): string =>
  additional(message, MERCHANT_NAME) || message.requestHeader.netDescription

function refundRate(message: PaymentRequest): number | undefined {
  const text = additional(message, REFUND_BASIS_POINTS) ?? ''
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

const additional = ({ ecommerceAdditionalData }: PaymentRequest, item: string) =>
  ecommerceAdditionalData?.find(({ name }) => name === item)?.value
