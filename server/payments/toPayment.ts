import { toStamp } from '#contract/dates.ts'
import type { Payment, PaymentState } from '#contract/entities/payment.ts'
import { type Attempt, isOutcomePending } from '#db/payments/attempts.ts'

/**
 * An attempt as the API returns it.
 * @throws Error for an expired attempt, which no call returns
 */
export function toPayment(attempt: Attempt): Payment {
  const state = paymentStateOf(attempt)
  const wasCharged = state === 'PAID' || state === 'VOIDED' || state === 'REFUNDED'
  return {
    reference: attempt.debtReference,
    datetime: toStamp(attempt.createdAt),
    state,
    merchantName: attempt.merchantName,
    concept: attempt.concept,
    mode: 'Card',
    maskedCard: attempt.maskedCard,
    cardType: attempt.cardType,
    currency: attempt.currency,
    amount: attempt.amount,
    taxedAmount: attempt.taxedAmount,
    tipAmount: attempt.tipAmount,
    law: wasCharged ? attempt.law : '0',
    refund: wasCharged ? attempt.refund : 0,
    installments: attempt.installments,
    authorizationCode: wasCharged ? attempt.authorizationCode : '',
    reason: state === 'REJECTED' ? attempt.reason : '',
    points: state === 'PAID' ? attempt.points : 0,
  }
}

function paymentStateOf(attempt: Attempt): PaymentState {
  if (isOutcomePending(attempt)) return 'PROCESSING'
  const { state } = attempt
  if (state === 'EXPIRED') throw new Error('an expired attempt has no payment state')
  return state === 'CREATED' ? 'PENDING' : state
}
