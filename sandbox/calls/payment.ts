import { createHash } from 'node:crypto'
import { canonicalForm, GATEWAY_CODES, PaymentRequest } from '#contract/geopay.ts'
import { MAGIC_AMOUNTS } from '#sandbox/cards.ts'
import type { Context } from '#sandbox/context.ts'
import type { Order } from '#sandbox/events.ts'
import type { SignedAnswer } from '#sandbox/calls/signedCall.ts'
import { signedCall } from '#sandbox/calls/signedCall.ts'

/** A token's life, in milliseconds. */
export const TOKEN_LIFETIME_MS = 600_000
/** The most instalments that the pretend network knows. */
const MOST_INSTALLMENTS = 36
/** Longest text of a field that is kept, in characters. */
const LONGEST = 200

/** Opens a payment: a single-use token bound to all that the merchant signed. */
export const payment = signedCall(PaymentRequest, (context, message): SignedAnswer => {
  const { store, clock, config } = context
  const { merchant } = config
  if (message.merchantId !== merchant.merchantId)
    return { code: GATEWAY_CODES.declined, words: 'Comercio desconocido' }
  if (!Object.hasOwn(merchant.callbacks, message.config.callbackUrl))
    return { code: GATEWAY_CODES.declined, words: 'Retorno no registrado' }

  const fingerprint = digest(message)
  const { netId, auditNumber } = message.requestHeader
  const before = store.findAudit(netId, auditNumber, clock.now())
  if (before) {
    if (before.order.fingerprint === fingerprint) return opened(before.order)
    return { code: GATEWAY_CODES.duplicate, words: 'Número de auditoría repetido' }
  }
  const wrong = wrongWith(message)
  if (wrong) return wrong

  const order = orderFrom(context, message, fingerprint)
  store.record({ kind: 'opened', order })
  return opened(order)
})

function opened({ token }: Order): SignedAnswer {
  return { code: GATEWAY_CODES.approved, words: 'APROBADO', fields: { token } }
}

/** A repeat is sent at another time and signed anew; the rest of it must be the same. */
function digest({ requestHeader, ...body }: PaymentRequest): string {
  const { dateTime: _, ...header } = requestHeader
  return createHash('sha256')
    .update(canonicalForm({ ...body, requestHeader: header }))
    .digest('base64url')
}

const invalid = (words: string): SignedAnswer => ({ code: GATEWAY_CODES.invalidTransaction, words })

function wrongWith(message: PaymentRequest): SignedAnswer | null {
  const { amount, tipAmount, taxedAmount, taxAmount, reference, installments, invoice } = message
  if (amount < 1 || tipAmount > amount || taxedAmount + taxAmount > amount)
    return { code: GATEWAY_CODES.invalidAmount, words: 'Importe inválido' }
  if (invoice.currency !== message.currency) return invalid('Monedas distintas')
  const most = Number(installments)
  if (!/^\d{1,2}$/.test(installments) || most < 1 || most > MOST_INSTALLMENTS)
    return invalid('Cuotas inválidas')
  const audit = message.requestHeader.auditNumber
  if (!/^[\x21-\x7e]{1,20}$/.test(audit)) return invalid('Número de auditoría inválido')
  if (reference === '' || reference.length > LONGEST) return invalid('Referencia inválida')
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
    merchantName: requestHeader.netDescription.slice(0, LONGEST),
    reference: message.reference,
    concept: invoice.description.slice(0, LONGEST),
    payerName: `${client.firstName} ${client.lastName}`.trim().slice(0, 60),
    currency: message.currency,
    amount: message.amount,
    tipAmount: message.tipAmount,
    taxedAmount: message.taxedAmount,
    taxAmount: message.taxAmount,
    maxInstallments: Number(message.installments),
    indi: message.indi,
    finalConsumer: invoice.finalConsumer,
    invoiceNumber: invoice.number.slice(0, LONGEST),
    callbackUrl: message.config.callbackUrl,
  }
}
