import { isUniqueViolation } from '#db/core/sqlErrors.ts'
import { type AppliedOutcome, applyOutcome, type Outcome } from '#db/payments/applyOutcome.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import { resolveRefunded } from '#db/payments/reconciliations.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { Transition } from '#server/payments/outcome/nextTransition.ts'
import { paymentNotification, refundNotification } from '#server/payments/outcome/outcomeTexts.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'

/**
 * Applies a transition to the database, with its notification, metric and log line.
 * @param message is recorded with an attempt that is moved
 * @throws GatewayUnreachable when the gateway names a charge of another attempt: the outcome of
 *   this one is unknown
 */
export async function applyTransition(
  context: Context,
  attempt: Attempt,
  { to, charge, canceled }: Omit<Transition, 'kind'>,
  message?: Outcome['message'],
): Promise<AppliedOutcome> {
  const notification = canceled ? undefined : paymentNotification(attempt, to)
  // Whatever becomes of the attempt, a voided or refunded charge is no discrepancy any more.
  if ((to === 'VOIDED' || to === 'REFUNDED') && charge?.paymentToken)
    await resolveRefunded(context.db, charge.paymentToken)
  try {
    const applied = await applyOutcome(context.db, attempt, {
      to,
      ...(charge && { charge }),
      ...(notification && { notification }),
      message,
      refundNotification: (cents) => refundNotification(attempt, cents),
      jobs: context.jobs,
      now: context.now(),
      rrn: await context.rrn(),
      nextPollAt: firstPollAt(context.now()),
    })
    if (applied.result === 'moved') {
      context.metrics.attempts.inc({ state: to })
      context.log.info(
        { event: 'payment.state_changed', attempt: attempt.id, from: attempt.state, to },
        'A payment attempt changed its state.',
      )
    }
    return applied
  } catch (error) {
    if (!charge || !isUniqueViolation(error, 'payment_attempt_payment_token_unique')) throw error
    // P5: a charge settles one attempt at most; which one it is, an operator has to find out.
    const { paymentToken, ...withoutId } = charge
    context.log.error(
      { event: 'payment.duplicate_charge_id', attempt: attempt.id, charge: paymentToken },
      'The gateway names one charge for two attempts.',
    )
    // A void ends the attempt whatever the id of its charge is.
    if (to === 'VOIDED')
      return await applyTransition(context, attempt, { to, charge: withoutId }, message)
    throw new GatewayUnreachable('the charge belongs to another attempt', { cause: error })
  }
}
