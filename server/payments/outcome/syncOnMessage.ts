import type { GatewayPayment } from '#contract/geopay.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import { type Attempt, attemptById } from '#db/payments/attempts.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayClient.ts'
import { applyTransition } from '#server/payments/outcome/applyTransition.ts'
import { statesAgreeingWith } from '#server/payments/outcome/nextTransition.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'
import { syncOrVoid } from '#server/payments/outcome/syncOrVoid.ts'

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
  try {
    return await syncOrVoid(context, attempt, timeoutMs)
  } catch (error) {
    if (!(error instanceof GatewayUnreachable)) throw error
    return await markOutcomeUnknown(context, attempt, message)
  }
}

async function markOutcomeUnknown(
  context: Context,
  attempt: Attempt,
  message: GatewayPayment,
): Promise<Attempt> {
  if (attempt.state === 'CREATED') {
    const applied = await applyTransition(context, attempt, { to: 'PROCESSING' })
    if (applied.result !== 'refused') return applied.attempt
  }
  await schedulePoll(context.db, attempt, firstPollAt(context.now()), {
    exceptStates: statesAgreeingWith(message),
  })
  return await attemptById(context.db, attempt.id)
}
