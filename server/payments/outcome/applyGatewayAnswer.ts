import type { AttemptState } from '#contract/entities/payment.ts'
import type { GatewayPayment } from '#contract/geopay.ts'
import { stopPolling, pollSoon } from '#db/payments/attemptPolling.ts'
import { type Attempt, attemptById } from '#db/payments/attempts.ts'
import { resolveRefunded } from '#db/payments/reconciliations.ts'
import { isUniqueViolation } from '#db/connection.ts'
import { type AppliedOutcome, applyOutcome } from '#db/payments/applyOutcome.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayClient.ts'
import { paymentNotification } from '#server/payments/outcome/paymentNotification.ts'
import {
  isCharged,
  isWithoutCharge,
  type NextTransition,
  nextTransition,
} from '#server/payments/outcome/gatewayOutcome.ts'

/** How soon the reconciler looks after something happened, in milliseconds. */
export const SOON = 5_000
/** A page may still be in use this long after its token's end by our clock, in milliseconds. */
export const GRACE = 60_000

export const soon = (context: Context) => new Date(context.now().getTime() + SOON)

/**
 * Asks the gateway how an attempt stands and acts on that answer alone. Safe to repeat and to race.
 * @param patience milliseconds to wait for the gateway, when it is to be less than the setting
 * @returns the attempt as it is now
 * @throws GatewayUnreachable when the outcome is not known: nothing was changed
 */
export async function syncWithGateway(
  context: Context,
  attempt: Attempt,
  patience?: number,
): Promise<Attempt> {
  const { accessToken } = attempt
  if (accessToken === null) return attempt
  return await act(context, attempt, await context.gateway.query(accessToken, patience), patience)
}

/** Sees to it that the gateway charges nothing for an attempt, and keeps what came of that. */
export async function voidAtGateway(
  context: Context,
  attempt: Attempt,
  patience?: number,
): Promise<Attempt> {
  const { accessToken } = attempt
  if (accessToken === null) return attempt
  const said = await context.gateway.void(accessToken, patience)
  const verdict = nextTransition(attempt, said)
  if (verdict.kind !== 'moves')
    throw new GatewayUnreachable('voidPayment left the charge as it was')
  // What we closed ourselves before anybody paid is no refusal of a card: it is over, unseen.
  const settled = verdict.canceled ? { ...verdict, to: 'EXPIRED' as const } : verdict
  const { attempt: now, result } = await move(context, attempt, settled)
  if (result === 'refused' && settled.to === 'PAID')
    throw new GatewayUnreachable('voidPayment left a charge that may not stand')
  // A charge that is still under way after a void is neither given back nor over.
  if (result === 'moved' || settled.to === 'PROCESSING') return now
  return await stopPolling(context.db, attempt)
}

/** The gateway told something of an attempt: it is looked at soon, unless that leaves no doubt. */
export async function schedulePollSoon(
  context: Context,
  { id }: Attempt,
  told: GatewayPayment,
): Promise<void> {
  await pollSoon(context.db, id, soon(context), undoubted(told))
}

/** The states that news leave as they are: a refused card is put in doubt by word of a charge alone. */
function undoubted(told: GatewayPayment): AttemptState[] {
  if (isCharged(told)) return []
  return isWithoutCharge(told) ? ['REJECTED', 'EXPIRED'] : ['REJECTED']
}

/**
 * Nobody knows whether what the gateway told is so: unless it is settled, the attempt is being
 * confirmed, and it is looked at soon.
 */
export async function markOutcomeUnknown(
  context: Context,
  attempt: Attempt,
  told: GatewayPayment,
): Promise<Attempt> {
  if (attempt.state === 'CREATED') {
    const moved = await move(context, attempt, { kind: 'moves', to: 'PROCESSING' })
    if (moved.result !== 'refused') return moved.attempt
  }
  await schedulePollSoon(context, attempt, told)
  return await attemptById(context.db, attempt.id)
}

async function act(
  context: Context,
  attempt: Attempt,
  said: GatewayPayment | null,
  patience: number | undefined,
): Promise<Attempt> {
  const verdict = nextTransition(attempt, said)
  if (verdict.kind === 'open') return await closeIfOver(context, attempt, patience)
  if (verdict.kind === 'alien') {
    const why = `it differs in ${verdict.differs}`
    if (attempt.state !== 'PAID') return await takeBack(context, attempt, why, patience)
    // It was the right charge when it was posted: a person has to look before anything is undone.
    context.log.error({ attempt: attempt.id, why }, 'the gateway tells a paid charge otherwise now')
    return await stopPolling(context.db, attempt)
  }
  const { attempt: now, result } = await move(context, attempt, verdict)
  if (result === 'refused' && verdict.to === 'PAID')
    return await takeBack(context, now, `the attempt is ${now.state}`, patience)
  if (result === 'refused' && now.state === 'PAID')
    context.log.warn({ attempt: now.id, to: verdict.to }, 'late news do not undo a payment')
  if (result === 'moved' || verdict.to === 'PROCESSING') return now
  return await stopPolling(context.db, attempt)
}

/** A page that is still open, says the gateway: it is closed when its time is over. */
async function closeIfOver(
  context: Context,
  attempt: Attempt,
  patience: number | undefined,
): Promise<Attempt> {
  if (!isOver(context, attempt)) return attempt
  const now = await attemptById(context.db, attempt.id)
  if (now.state !== 'PAID') return await voidAtGateway(context, attempt, patience)
  // An answer that lags behind the one that was acted upon: closing would undo the payment.
  context.log.warn({ attempt: now.id }, 'the gateway calls a paid page open')
  return await stopPolling(context.db, attempt)
}

/** A page that has nothing left to charge: its time is over, or the debt was settled otherwise. */
function isOver(context: Context, attempt: Attempt): boolean {
  const end = (attempt.tokenExpiresAt ?? attempt.createdAt).getTime() + GRACE
  return attempt.debtState !== 'PENDING' || context.now().getTime() >= end
}

/** P9: a charge that may not stand is given back at the gateway, and reported. */
async function takeBack(
  context: Context,
  attempt: Attempt,
  why: string,
  patience: number | undefined,
): Promise<Attempt> {
  context.metrics.refusedMessages.inc({ reason: 'charge' })
  context.log.error({ attempt: attempt.id, why }, 'a charge may not stand and is given back')
  // Planned first: a crash or a silent gateway from here on does not make it forgotten.
  const lookAt = soon(context)
  await pollSoon(context.db, attempt.id, lookAt)
  return await voidAtGateway(context, { ...attempt, lookAt }, patience)
}

async function move(
  context: Context,
  attempt: Attempt,
  { to, facts, canceled }: Extract<NextTransition, { kind: 'moves' }>,
): Promise<AppliedOutcome> {
  const news = canceled ? undefined : paymentNotification(attempt, to)
  const isGivenBack = to === 'VOIDED' || to === 'REFUNDED'
  // First of all: whatever becomes of the attempt, the books agree about such a charge.
  if (isGivenBack && facts?.paymentToken) await resolveRefunded(context.db, facts.paymentToken)
  try {
    const settled = await applyOutcome(context.db, attempt, {
      to,
      ...(facts && { facts }),
      ...(news && { news }),
      now: context.now(),
      rrn: await context.rrn(),
      lookAt: soon(context),
    })
    if (settled.result === 'moved') {
      context.metrics.attempts.inc({ state: to })
      context.log.info({ attempt: attempt.id, from: attempt.state, to }, 'payment moved')
    }
    return settled
  } catch (error) {
    if (!facts || !isUniqueViolation(error, 'payment_attempt_payment_token_unique')) throw error
    // P5: one charge settles one attempt. Whose it is, people have to find out.
    const { paymentToken: charge, ...unnumbered } = facts
    context.log.error(
      { attempt: attempt.id, charge },
      'the gateway names one charge for two attempts',
    )
    // What was given back is over, whatever number it had.
    if (to === 'VOIDED')
      return await move(context, attempt, { kind: 'moves', to, facts: unnumbered })
    throw new GatewayUnreachable('the charge belongs to another attempt', { cause: error })
  }
}
