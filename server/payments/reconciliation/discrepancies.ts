import type { DiscrepancyKind } from '#contract/entities/reconciliation.ts'
import { type GatewayPayment, isFullyRefunded, refundedOf } from '#contract/geopay.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import type { Discrepancy } from '#db/payments/reconciliations.ts'
import type { MalformedItem } from '#server/gateway/settlementListPage.ts'
import { mismatchedField } from '#server/payments/outcome/nextTransition.ts'

/** The state of a charge at the gateway; NONE: no money was taken, or the gateway has no such charge. */
export type GatewayState = 'APPROVED' | 'VOIDED' | 'REFUNDED' | 'NONE'

export function gatewayStateOf(payment: GatewayPayment | null): GatewayState {
  if (payment === null) return 'NONE'
  if (payment.voided) return 'VOIDED'
  if (payment.refunded) return 'REFUNDED'
  return payment.state === 'PROCESSED' && payment.authorized ? 'APPROVED' : 'NONE'
}

/**
 * The kind of discrepancy between our attempt and the gateway's payment; null: both agree, or no
 * money was taken.
 * @param attempt undefined: the token is not ours
 * @param payment null: the gateway has none
 * @param debtIsPaid whether an attempt of the debt is PAID
 */
export function classify(
  attempt: Attempt | undefined,
  payment: GatewayPayment | null,
  debtIsPaid: boolean,
): DiscrepancyKind | null {
  const there = gatewayStateOf(payment)
  if (attempt?.state !== 'PAID') {
    const isPartialRefund = there === 'REFUNDED' && payment !== null && !isFullyRefunded(payment)
    return there === 'APPROVED' || isPartialRefund ? (debtIsPaid ? 'DOUBLE' : 'MISSING_HERE') : null
  }
  if (there === 'VOIDED') return 'VOIDED_THERE'
  if (payment && refundedOf(payment) > attempt.refundedAmount) return 'REFUNDED_THERE'
  if (payment === null || there === 'NONE') return 'MISSING_THERE'
  if (payment.paymentToken !== attempt.paymentToken) return 'DOUBLE'
  const field = mismatchedField(attempt, payment)
  if (field === undefined) return refundedOf(payment) < attempt.refundedAmount ? 'AMOUNT' : null
  // With another reference or merchant it is the charge of another sale.
  return field === 'amount' || field === 'currency' ? 'AMOUNT' : 'MISSING_THERE'
}

/** The row of a discrepancy, with both sides as they were found. */
export function toDiscrepancy(
  { day, kind }: { day: string; kind: DiscrepancyKind },
  attempt: Attempt | undefined,
  payment: GatewayPayment | null,
): Discrepancy {
  const paymentToken = payment?.paymentToken ?? attempt?.paymentToken ?? ''
  return {
    day,
    kind,
    subject: paymentToken || (attempt?.id ?? ''),
    reference: attempt?.debtReference ?? payment?.reference ?? '',
    paymentToken,
    stateHere: attempt?.state ?? 'NONE',
    currencyHere: attempt?.currency ?? '',
    amountHere: attempt?.amount ?? 0,
    stateThere: gatewayStateOf(payment),
    currencyThere: payment?.currency ?? '',
    amountThere: payment?.amount ?? 0,
    refundedHere: attempt?.refundedAmount ?? 0,
    refundedThere: payment ? refundedOf(payment) : 0,
  }
}

/** The row of a malformed item: AMOUNT for a paid attempt, whose terms cannot be compared. */
export function toMalformedDiscrepancy(
  day: string,
  attempt: Attempt | undefined,
  { place, paymentToken, reference }: MalformedItem,
): Discrepancy {
  const kind = attempt?.state === 'PAID' ? 'AMOUNT' : 'MISSING_HERE'
  const discrepancy = toDiscrepancy({ day, kind }, attempt, null)
  return {
    ...discrepancy,
    subject: paymentToken || `unreadable ${place}`,
    reference: discrepancy.reference || reference,
    paymentToken,
    stateThere: 'UNREADABLE',
  }
}
