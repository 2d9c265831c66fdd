import type { AttemptState } from '#contract/entities/payment.ts'
import type { NotificationText } from '#db/payments/applyOutcome.ts'
import type { Attempt } from '#db/payments/attempts.ts'

const TITLES: Partial<Record<AttemptState, string>> = {
  PAID: 'Recibimos tu pago',
  REJECTED: 'Tu pago fue rechazado',
  VOIDED: 'Anulamos tu pago',
  REFUNDED: 'Devolvimos tu pago',
}

/** The notification to the payer when a payment enters a state; undefined: none. */
export function paymentNotification(
  { concept, merchantName }: Attempt,
  to: AttemptState,
): NotificationText | undefined {
  const title = TITLES[to]
  return title === undefined ? undefined : { title, text: `${concept}, ${merchantName}.` }
}
