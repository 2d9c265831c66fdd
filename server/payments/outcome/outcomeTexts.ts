import type { AttemptState } from '#contract/entities/payment.ts'
import { GATEWAY_CODES } from '#contract/gatewayCodes.ts'
import type { NotificationText } from '#db/payments/applyOutcome.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'

const { money } = RECEIPT_FORMATS

/** The reason of a decline for the cardholder, by the issuer's code (`docs/geopay.md`). */
const REASONS: Readonly<Record<string, string>> = {
  [GATEWAY_CODES.declined]: 'El emisor de la tarjeta no autorizó el pago.',
  [GATEWAY_CODES.invalidTransaction]: 'El emisor de la tarjeta no acepta esta operación.',
  [GATEWAY_CODES.invalidAmount]: 'El emisor de la tarjeta no acepta este importe.',
  '14': 'El número de tarjeta no es válido.',
  [GATEWAY_CODES.noFunds]: 'La tarjeta no tiene fondos suficientes.',
  [GATEWAY_CODES.cardExpired]: 'La tarjeta está vencida.',
  '55': 'El PIN de la tarjeta no es correcto.',
  '57': 'La tarjeta no permite esta operación.',
  '61': 'El pago supera el límite de la tarjeta.',
  '65': 'La tarjeta llegó al límite de operaciones.',
  [GATEWAY_CODES.issuerDown]: 'El emisor de la tarjeta no respondió, y no se cobró nada.',
  [GATEWAY_CODES.malfunction]: 'La red de tarjetas tuvo un problema, y no se cobró nada.',
}

export const declineReason = (code: string) => REASONS[code] ?? 'La tarjeta no autorizó el pago.'

const TITLES: Partial<Record<AttemptState, string>> = {
  PAID: 'Recibimos tu pago',
  REJECTED: 'Tu pago fue rechazado',
  VOIDED: 'Anulamos tu pago',
  REFUNDED: 'Devolvimos tu pago',
}

/** The notification to the payer that a part of a payment was given back: cents, all parts together. */
export function refundNotification(
  { concept, merchantName, amount, currency }: Attempt,
  refundedAmount: number,
): NotificationText {
  const [part, whole] = [refundedAmount, amount].map((cents) => money(cents, currency))
  return {
    title: 'Te devolvimos una parte de tu pago',
    text: `Te devolvimos ${part} de ${whole}: ${concept}, ${merchantName}.`,
  }
}

/** The notification to the payer when a payment enters a state; undefined: none. */
export function paymentNotification(
  { concept, merchantName }: Attempt,
  to: AttemptState,
): NotificationText | undefined {
  const title = TITLES[to]
  return title === undefined ? undefined : { title, text: `${concept}, ${merchantName}.` }
}
