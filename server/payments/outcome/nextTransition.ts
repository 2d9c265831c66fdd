import type { AttemptState } from '#contract/entities/payment.ts'
import { type GatewayPayment, isCharged, isFullyRefunded, refundedOf } from '#contract/geopay.ts'
import type { ChargeDetails } from '#db/payments/applyOutcome.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import { declineReason } from '#server/payments/outcome/outcomeTexts.ts'

/** A move of an attempt to another state. */
export interface Transition {
  kind: 'transition'
  to: Exclude<AttemptState, 'CREATED'>
  charge?: ChargeDetails
  /** The payer cancelled on the page, or we closed it: no notification. */
  canceled?: true
}
/** The change of an attempt that the gateway's answer to a query causes. */
type NextTransition =
  /** The hosted page is open and no card was used yet. */
  | { kind: 'waiting' }
  | Transition
  /** P4: the gateway charged something else than the attempt asks for. */
  | { kind: 'mismatch'; field: keyof ComparedFields }

const CHARGED_STATES: readonly AttemptState[] = ['PAID', 'VOIDED', 'REFUNDED']

/** @param payment the gateway's answer; null: the token was never charged and never will be */
export function nextTransition(attempt: Attempt, payment: GatewayPayment | null): NextTransition {
  if (payment === null) return { kind: 'transition', to: 'EXPIRED' }
  const charge = chargeDetailsOf(attempt, payment)
  if (payment.voided) return { kind: 'transition', to: 'VOIDED', charge }
  // REFUNDED follows PAID or VOIDED only: a charge that was never posted here counts as voided.
  if (isFullyRefunded(payment)) {
    const wasCharged = CHARGED_STATES.includes(attempt.state)
    return { kind: 'transition', to: wasCharged ? 'REFUNDED' : 'VOIDED', charge }
  }
  if (payment.state === 'CANCELED')
    return {
      kind: 'transition',
      to: 'REJECTED',
      charge: { ...charge, reason: 'Cancelaste el pago.' },
      canceled: true,
    }
  if (payment.state === 'INPROCESS')
    return payment.card === null ? { kind: 'waiting' } : { kind: 'transition', to: 'PROCESSING' }
  if (!payment.authorized)
    return {
      kind: 'transition',
      to: 'REJECTED',
      charge: { ...charge, reason: declineReason(payment.authorizerCode) },
    }
  const field = mismatchedField(attempt, payment)
  if (field) return { kind: 'mismatch', field }
  // P5: without its id a charge cannot be told from another one; a later answer has it.
  return charge.paymentToken === undefined
    ? { kind: 'transition', to: 'PROCESSING' }
    : { kind: 'transition', to: 'PAID', charge }
}

/**
 * The states of an attempt in which a message about its payment needs no poll. Only a message of a
 * charge contradicts REJECTED; EXPIRED agrees with a payment that has ended without a charge.
 */
export function statesAgreeingWith(message: GatewayPayment): AttemptState[] {
  if (isCharged(message)) return []
  const { state, authorized, voided, refunded } = message
  const isWithoutCharge = state !== 'INPROCESS' && !authorized && !voided && !refunded
  return isWithoutCharge ? ['REJECTED', 'EXPIRED'] : ['REJECTED']
}

type ComparedFields = Pick<
  GatewayPayment,
  'accessToken' | 'reference' | 'merchantId' | 'currency' | 'amount'
>

/** The first field in which a payment differs from its attempt; undefined: none does. */
export function mismatchedField(
  attempt: Attempt,
  payment: ComparedFields,
): keyof ComparedFields | undefined {
  const expected = {
    accessToken: attempt.accessToken,
    reference: attempt.debtReference,
    merchantId: attempt.merchantId,
    currency: attempt.currency,
    amount: attempt.amount,
  }
  return (Object.keys(expected) as (keyof typeof expected)[]).find(
    (name) => expected[name] !== payment[name],
  )
}

/** The specification's code of a card's type at the gateway. */
const CARD_TYPE_CODES = { C: 'CC', D: 'CA' } as const

function chargeDetailsOf(attempt: Attempt, payment: GatewayPayment): ChargeDetails {
  const installments = Number(payment.installments)
  const { paymentToken } = payment
  const wasCharged = payment.authorized || payment.voided || payment.refunded
  return {
    // P5: the id is unique, and a payment without a charge may carry an empty or repeated one.
    ...(wasCharged && paymentToken !== '' && { paymentToken }),
    authorizationCode: payment.authorizer?.authorizationCode.slice(0, 20) ?? '',
    maskedCard: payment.card ? maskedCardOf(payment.card) : '',
    cardType: payment.card ? CARD_TYPE_CODES[payment.card.type] : '',
    law: payment.law.slice(0, 20) || '0',
    refund: payment.ivaDiscountAmount,
    // Where the charge is of another amount, the attempt's own is the most.
    refundedAmount: Math.min(refundedOf(payment), attempt.amount),
    // The payer chooses the instalments on the page together with the card.
    installments: payment.card && isStorable(installments) ? installments : attempt.installments,
    reason: '',
  }
}

/** Whether the column takes a number of instalments: an odd one must not fail an approval. */
const isStorable = (installments: number) =>
  Number.isInteger(installments) && installments > 0 && installments < 1000

/** P12: only the last four digits of the gateway's mask are stored. */
function maskedCardOf({ cardBrandName, cardMask }: NonNullable<GatewayPayment['card']>): string {
  const brand = cardBrandName.replaceAll(/\d/g, '').trim().slice(0, 40)
  return `${brand} ····${cardMask.replaceAll(/\D/g, '').slice(-4)}`.trim()
}
