import type { AttemptState } from '#contract/entities/payment.ts'
import type { GatewayPayment } from '#contract/geopay.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import type { ChargeDetails } from '#db/payments/applyOutcome.ts'
import { declineReason } from '#server/payments/outcome/declineReasons.ts'

/** What the gateway's own answer means for an attempt. */
export type NextTransition =
  /** Its page is open and nobody has paid there yet. */
  | { kind: 'open' }
  /** It moves to a state. */
  | { kind: 'moves'; to: Exclude<AttemptState, 'CREATED'>; facts?: ChargeDetails; canceled?: true }
  /** Money was taken that is not what the attempt asked for: it goes back. */
  | { kind: 'alien'; differs: string }

const HELD: readonly AttemptState[] = ['PAID', 'VOIDED', 'REFUNDED']

/** @param said what the gateway holds of the attempt's token; null: never charged, and never will be */
export function nextTransition(attempt: Attempt, said: GatewayPayment | null): NextTransition {
  if (said === null) return { kind: 'moves', to: 'EXPIRED' }
  const facts = factsOf(attempt, said)
  if (said.voided) return { kind: 'moves', to: 'VOIDED', facts }
  // A charge that we never heard of and that was given back since has only its end to be told.
  if (said.refunded && isFullRefund(said))
    return { kind: 'moves', to: HELD.includes(attempt.state) ? 'REFUNDED' : 'VOIDED', facts }
  if (said.state === 'CANCELED')
    return {
      kind: 'moves',
      to: 'REJECTED',
      facts: { ...facts, reason: 'Cancelaste el pago.' },
      canceled: true,
    }
  if (said.state === 'INPROCESS')
    return said.card === null ? { kind: 'open' } : { kind: 'moves', to: 'PROCESSING' }
  if (!said.authorized)
    return {
      kind: 'moves',
      to: 'REJECTED',
      facts: { ...facts, reason: declineReason(said.authorizerCode) },
    }
  const differs = differenceOf(attempt, said)
  if (differs) return { kind: 'alien', differs }
  // P5: what has no number cannot be told from another charge. The gateway has not finished telling.
  return facts.paymentToken === undefined
    ? { kind: 'moves', to: 'PROCESSING' }
    : { kind: 'moves', to: 'PAID', facts }
}

/**
 * Whether a return gave the whole charge back. The wire that is known says that there was one and
 * no sum (docs/geopay.md, "Full and partial refund"); of a named part nothing is undone, since a debt that was
 * opened again on one would be paid twice (P1).
 */
export const isFullRefund = ({ refundedAmount, amount }: GatewayPayment): boolean =>
  refundedAmount === undefined || refundedAmount >= amount

/** Whether a payment took money and still has it. */
export const isCharged = ({ authorized, voided, refunded }: GatewayPayment) =>
  authorized && !voided && !refunded

/** Whether a payment is over and took no money. */
export const isWithoutCharge = ({ state, authorized, voided, refunded }: GatewayPayment) =>
  state !== 'INPROCESS' && !authorized && !voided && !refunded

/** The first field in which a payment is not the one that we asked for; undefined: there is none. */
export function differenceOf(
  attempt: Attempt,
  payment: Pick<GatewayPayment, 'accessToken' | 'reference' | 'merchantId' | 'currency' | 'amount'>,
): string | undefined {
  const asked = {
    accessToken: attempt.accessToken,
    reference: attempt.debtReference,
    merchantId: attempt.merchantId,
    currency: attempt.currency,
    amount: attempt.amount,
  }
  return (Object.keys(asked) as (keyof typeof asked)[]).find(
    (name) => asked[name] !== payment[name],
  )
}

function factsOf(attempt: Attempt, said: GatewayPayment): ChargeDetails {
  const installments = Number(said.installments)
  const { paymentToken } = said
  const wasCharged = said.authorized || said.voided || said.refunded
  return {
    // P5: a number is kept of charges alone, so that what never was one is in nobody's way.
    ...(wasCharged && paymentToken !== '' && { paymentToken }),
    authorizationCode: said.authorizer?.authorizationCode.slice(0, 20) ?? '',
    maskedCard: said.card ? maskOf(said.card) : '',
    law: said.law.slice(0, 20) || '0',
    refund: said.ivaDiscountAmount,
    // Until a card was used, nobody has chosen on the page.
    installments: said.card && isCount(installments) ? installments : attempt.installments,
    reason: '',
  }
}

/** A number of instalments that a database can keep: an approval must not fail for an odd one. */
const isCount = (number: number) => Number.isInteger(number) && number > 0 && number < 1000

/** P12: whatever the gateway calls a mask, only its last four digits are kept. */
function maskOf({ cardBrandName, cardMask }: NonNullable<GatewayPayment['card']>): string {
  const brand = cardBrandName.replaceAll(/\d/g, '').trim().slice(0, 40)
  return `${brand} ····${cardMask.replaceAll(/\D/g, '').slice(-4)}`.trim()
}
