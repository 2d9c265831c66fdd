import { toStamp } from '#contract/dates.ts'
import { type Payment, type PaymentState, wasCharged } from '#contract/entities/payment.ts'
import { type Attempt, isOutcomePending } from '#db/payments/attempts.ts'

const UNFINISHED = 'El pago quedó sin terminar.'

/** An attempt as the API returns it: an expired one is a rejected payment that says so. */
export function toPayment(attempt: Attempt): Payment {
  const state = paymentStateOf(attempt)
  const isExpired = state === 'REJECTED' && attempt.state === 'EXPIRED'
  const charged = wasCharged(state)
  const isOpen = state === 'PENDING' || state === 'PROCESSING'
  return {
    id: attempt.id,
    reference: attempt.debtReference,
    datetime: toStamp(attempt.createdAt),
    state,
    ...(attempt.settledAt && !isOpen && { settledAt: toStamp(attempt.settledAt) }),
    merchantName: attempt.merchantName,
    concept: attempt.concept,
    mode: 'Card',
    maskedCard: attempt.maskedCard,
    cardType: attempt.cardType,
    currency: attempt.currency,
    amount: attempt.amount,
    taxedAmount: attempt.taxedAmount,
    taxAmount: attempt.taxAmount,
    tipAmount: attempt.tipAmount,
    law: charged ? attempt.law : '0',
    refund: charged ? attempt.refund : 0,
    installments: attempt.installments,
    invoiceNumber: attempt.invoiceNumber,
    authorizationCode: charged ? attempt.authorizationCode : '',
    reason: state !== 'REJECTED' ? '' : isExpired ? UNFINISHED : attempt.reason,
    ...(isExpired && { expired: true }),
    points: state === 'PAID' ? attempt.points : 0,
  }
}

function paymentStateOf(attempt: Attempt): PaymentState {
  if (isOutcomePending(attempt)) return 'PROCESSING'
  const { state } = attempt
  return state === 'CREATED' ? 'PENDING' : state === 'EXPIRED' ? 'REJECTED' : state
}
