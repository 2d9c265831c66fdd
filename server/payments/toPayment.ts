import { toStamp } from '#contract/dates.ts'
import { type Payment, type PaymentState, wasCharged } from '#contract/entities/payment.ts'
import type { Db } from '#db/core/db.ts'
import { type Attempt, isOutcomePending, pointsOf } from '#db/payments/attempts.ts'
import { stationPaymentsOf } from '#db/payments/requestDebts.ts'

const UNFINISHED = 'El pago quedó sin terminar.'

/** Attempts as the API returns them, with what a payment at a station names. */
export async function toPayments(db: Db, attempts: readonly Attempt[]): Promise<Payment[]> {
  const stations = await stationPaymentsOf(db, attempts)
  return attempts.map((attempt) => {
    const station = stations.get(attempt.id)
    return { ...toPayment(attempt), ...(station && { station }) }
  })
}

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
    ...(attempt.chargedAt && charged && { chargedAt: toStamp(attempt.chargedAt) }),
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
    ...(attempt.refundedAmount > 0 && { refundedAmount: attempt.refundedAmount }),
    installments: attempt.installments,
    invoiceNumber: attempt.invoiceNumber,
    authorizationCode: charged ? attempt.authorizationCode : '',
    reason: state !== 'REJECTED' ? '' : isExpired ? UNFINISHED : attempt.reason,
    ...(isExpired && { expired: true }),
    points: state === 'PAID' ? pointsOf(attempt) : 0,
  }
}

function paymentStateOf(attempt: Attempt): PaymentState {
  if (isOutcomePending(attempt)) return 'PROCESSING'
  const { state } = attempt
  return state === 'CREATED' ? 'PENDING' : state === 'EXPIRED' ? 'REJECTED' : state
}
