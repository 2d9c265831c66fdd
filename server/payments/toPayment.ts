import { toStamp } from '#contract/dates.ts'
import type { Payment, PaymentState } from '#contract/entities/payment.ts'
import { type Attempt, isOutcomePending } from '#db/payments/attempts.ts'

/** An attempt as the wire shows it, expired ones apart: those are shown to nobody. */
export function toPayment(attempt: Attempt): Payment {
  const state = shown(attempt)
  const took = state === 'PAID' || state === 'VOIDED' || state === 'REFUNDED'
  return {
    reference: attempt.debtReference,
    datetime: toStamp(attempt.createdAt),
    state,
    merchantName: attempt.merchantName,
    concept: attempt.concept,
    mode: 'Card',
    maskedCard: attempt.maskedCard,
    currency: attempt.currency,
    amount: attempt.amount,
    taxedAmount: attempt.taxedAmount,
    tipAmount: attempt.tipAmount,
    law: took ? attempt.law : '0',
    refund: took ? attempt.refund : 0,
    installments: attempt.installments,
    authorizationCode: took ? attempt.authorizationCode : '',
    reason: state === 'REJECTED' ? attempt.reason : '',
    points: state === 'PAID' ? attempt.points : 0,
  }
}

function shown(attempt: Attempt): PaymentState {
  if (isOutcomePending(attempt)) return 'PROCESSING'
  const { state } = attempt
  if (state === 'EXPIRED') throw new Error('an expired attempt is shown to nobody')
  return state === 'CREATED' ? 'PENDING' : state
}
