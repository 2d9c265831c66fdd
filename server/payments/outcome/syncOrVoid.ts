import type { GatewayPayment } from '#contract/geopay.ts'
import { schedulePoll, stopPolling } from '#db/payments/attemptPolling.ts'
import { type Attempt, attemptById, matchesDebt } from '#db/payments/attempts.ts'
import { isVoidRequested } from '#db/payments/paymentRequests.ts'
import { refundOf } from '#db/payments/refunds.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable, ifUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { applyTransition } from '#server/payments/outcome/applyTransition.ts'
import {
  nextTransition,
  statesAgreeingWith,
  type Transition,
} from '#server/payments/outcome/nextTransition.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'
import { sendRefund } from '#server/payments/outcome/sendRefund.ts'

/** How long a page may still be in use after its token's end by our clock, in milliseconds. */
const TOKEN_GRACE_MS = 60_000

/**
 * Queries the gateway about an attempt and applies its answer; a charge that may not stand and a
 * page whose time is over are voided at the gateway. Safe to repeat and to run concurrently.
 * @param timeoutMs how long to wait for each answer, where it is less than the setting
 * @returns the attempt as it is now
 * @throws GatewayUnreachable when the outcome is unknown: the attempt's state is unchanged
 */
export async function syncOrVoid(
  context: Context,
  attempt: Attempt,
  timeoutMs?: number,
): Promise<Attempt> {
  if (attempt.accessToken === null) return attempt
  const payment = await context.gateway.query(attempt.accessToken, timeoutMs)
  const next = nextTransition(attempt, payment)
  if (next.kind === 'waiting') return await voidIfTokenIsOver(context, attempt, timeoutMs)
  if (next.kind === 'transition') return await applyOrVoid(context, attempt, next, timeoutMs)
  if (attempt.state !== 'PAID')
    return await voidWrongCharge(context, attempt, `it differs in ${next.field}`, timeoutMs)
  // It matched when it was posted: an operator decides whether anything is undone.
  context.log.error(
    { event: 'payment.paid_charge_changed', attempt: attempt.id, field: next.field },
    'The gateway reports a posted charge with other terms.',
  )
  return await stopPolling(context.db, attempt)
}

/**
 * `syncOrVoid` after a signed message of the gateway; when the gateway does not answer the query,
 * the outcome of the attempt is unknown and a poll is scheduled.
 * @param message the payment as the message reports it, which is never applied
 */
export async function syncOrVoidOnMessage(
  context: Context,
  attempt: Attempt,
  message: GatewayPayment,
  timeoutMs: number,
): Promise<Attempt> {
  const synced = await syncOrVoid(context, attempt, timeoutMs).catch(ifUnreachable(() => null))
  if (synced) return synced
  if (attempt.state === 'CREATED') {
    const applied = await applyTransition(context, attempt, { to: 'PROCESSING' })
    if (applied.result !== 'refused') return applied.attempt
  }
  await schedulePoll(context.db, attempt, firstPollAt(context.now()), {
    exceptStates: statesAgreeingWith(message),
  })
  return await attemptById(context.db, attempt.id)
}

/**
 * Voids the charge of an attempt at the gateway, or closes its page, and applies the result.
 * @throws GatewayUnreachable when the gateway may still charge it
 */
export async function voidAtGateway(
  context: Context,
  attempt: Attempt,
  timeoutMs?: number,
): Promise<Attempt> {
  if (attempt.accessToken === null) return attempt
  const next = nextTransition(attempt, await context.gateway.void(attempt.accessToken, timeoutMs))
  if (next.kind !== 'transition')
    throw new GatewayUnreachable('voidPayment left the charge as it was')
  // A page that we closed before it was used is no refused card: the attempt is not shown.
  const transition = next.canceled ? { ...next, to: 'EXPIRED' as const } : next
  const { attempt: current, result } = await applyTransition(context, attempt, transition)
  if (result === 'refused' && transition.to === 'PAID')
    throw new GatewayUnreachable('voidPayment left a charge that may not stand')
  // A charge that is in process after a void is not voided yet: its polling goes on.
  if (result === 'moved' || transition.to === 'PROCESSING') return current
  return await stopPolling(context.db, attempt)
}

/** Voids a charge that may not be posted (P9). */
async function applyOrVoid(
  context: Context,
  attempt: Attempt,
  transition: Transition,
  timeoutMs: number | undefined,
): Promise<Attempt> {
  const applied = await applyTransition(context, attempt, transition)
  const { attempt: current, result } = applied
  if (result === 'refused' && transition.to === 'PAID')
    return await voidWrongCharge(context, current, `the attempt is ${current.state}`, timeoutMs)
  if (current.state === 'PAID' && (await isVoidRequested(context.db, current)))
    return await voidAtGateway(context, current, timeoutMs)
  // Only a charge that was posted before has been given back by an operator.
  const refund =
    current.state === 'PAID' && result !== 'moved'
      ? await refundOf(context.db, { attemptId: current.id })
      : undefined
  if (refund) return await sendRefund(context, current, refund, timeoutMs)
  if (result === 'refused' && current.state === 'PAID')
    context.log.warn(
      { event: 'payment.late_outcome_ignored', attempt: current.id, to: transition.to },
      'A late answer of the gateway does not undo a payment.',
    )
  if (result === 'moved' || transition.to === 'PROCESSING') return current
  return await stopPolling(context.db, attempt)
}

/** Closes an open page at the gateway when its token has expired or what it charges is not owed. */
async function voidIfTokenIsOver(
  context: Context,
  attempt: Attempt,
  timeoutMs: number | undefined,
): Promise<Attempt> {
  const endsAt = (attempt.tokenExpiresAt ?? attempt.createdAt).getTime() + TOKEN_GRACE_MS
  const isOwed = attempt.debtState === 'PENDING' && matchesDebt(attempt)
  if (isOwed && context.now().getTime() < endsAt) return attempt
  const current = await attemptById(context.db, attempt.id)
  if (current.state !== 'PAID') return await voidAtGateway(context, attempt, timeoutMs)
  // The gateway's answer is older than the one that was applied: a void would undo the payment.
  context.log.warn(
    { event: 'payment.paid_page_open', attempt: current.id },
    'The gateway reports the page of a paid attempt as open.',
  )
  return await stopPolling(context.db, attempt)
}

/** P9: voids a charge that may not stand, and reports it. */
async function voidWrongCharge(
  context: Context,
  attempt: Attempt,
  why: string,
  timeoutMs: number | undefined,
): Promise<Attempt> {
  context.metrics.refusedMessages.inc({ reason: 'charge' })
  context.log.error(
    { event: 'payment.wrong_charge', attempt: attempt.id, why },
    'A charge may not stand and is voided at the gateway.',
  )
  // Scheduled before the void: after a crash or a timeout the poller voids it.
  const nextPollAt = firstPollAt(context.now())
  await schedulePoll(context.db, attempt, nextPollAt)
  return await voidAtGateway(context, { ...attempt, nextPollAt }, timeoutMs)
}
