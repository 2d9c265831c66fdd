import type { DiscrepancyKind } from '#contract/entities/reconciliation.ts'
import type { GatewayPayment } from '#contract/geopay.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import type { Discrepancy } from '#db/payments/reconciliations.ts'
import type { MalformedItem } from '#server/gateway/settlementListPage.ts'
import { differenceOf, isFullRefund } from '#server/payments/outcome/gatewayOutcome.ts'

/** A charge as the gateway has it: NONE when it never took money, or took it and knows of it no more. */
export type GatewayState = 'APPROVED' | 'VOIDED' | 'REFUNDED' | 'NONE'

export function gatewayStateOf(said: GatewayPayment | null): GatewayState {
  if (said === null) return 'NONE'
  if (said.voided) return 'VOIDED'
  if (said.refunded) return 'REFUNDED'
  return said.state === 'PROCESSED' && said.authorized ? 'APPROVED' : 'NONE'
}

/**
 * In what two sides differ about one payment; null: they agree, or nobody's money is at stake.
 * @param attempt undefined: nobody here knows the token
 * @param debtIsPaid whether some attempt stands as the payment of its debt
 */
export function classify(
  attempt: Attempt | undefined,
  said: GatewayPayment | null,
  debtIsPaid: boolean,
): DiscrepancyKind | null {
  const there = gatewayStateOf(said)
  if (attempt?.state !== 'PAID') {
    const isPart = there === 'REFUNDED' && said !== null && !isFullRefund(said)
    return there === 'APPROVED' || isPart ? (debtIsPaid ? 'DOUBLE' : 'MISSING_HERE') : null
  }
  if (there === 'VOIDED') return 'VOIDED_THERE'
  if (there === 'REFUNDED') return 'REFUNDED_THERE'
  if (said === null || there === 'NONE') return 'MISSING_THERE'
  if (said.paymentToken !== attempt.paymentToken) return 'DOUBLE'
  const differs = differenceOf(attempt, said)
  if (differs === undefined) return null
  // A charge of another sale is none of this one.
  return differs === 'amount' || differs === 'currency' ? 'AMOUNT' : 'MISSING_THERE'
}

/** A difference as it is kept: both sides as they were found. */
export function toDiscrepancy(
  { day, kind }: { day: string; kind: DiscrepancyKind },
  attempt: Attempt | undefined,
  said: GatewayPayment | null,
): Discrepancy {
  const paymentToken = said?.paymentToken ?? attempt?.paymentToken ?? ''
  return {
    day,
    kind,
    subject: paymentToken || (attempt?.id ?? ''),
    reference: attempt?.debtReference ?? said?.reference ?? '',
    paymentToken,
    stateHere: attempt?.state ?? 'NONE',
    currencyHere: attempt?.currency ?? '',
    amountHere: attempt?.amount ?? 0,
    stateThere: gatewayStateOf(said),
    currencyThere: said?.currency ?? '',
    amountThere: said?.amount ?? 0,
  }
}

/** A line of the list that makes no sense: of a payment that stands here, its terms are in doubt. */
export function toMalformedDiscrepancy(
  day: string,
  attempt: Attempt | undefined,
  { place, paymentToken, reference }: MalformedItem,
): Discrepancy {
  const kind = attempt?.state === 'PAID' ? 'AMOUNT' : 'MISSING_HERE'
  const kept = toDiscrepancy({ day, kind }, attempt, null)
  return {
    ...kept,
    subject: paymentToken || `unreadable ${place}`,
    reference: kept.reference || reference,
    paymentToken,
    stateThere: 'UNREADABLE',
  }
}
