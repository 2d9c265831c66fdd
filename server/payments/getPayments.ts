import { getPayments } from '#contract/payments/getPayments.ts'
import { type Attempt, attemptsOf, isOutcomePending, ownAttempt } from '#db/payments/attempts.ts'
import type { Context } from '#server/context.ts'
import { spanOf } from '#server/financial/period.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayClient.ts'
import { syncWithGateway } from '#server/payments/outcome/applyGatewayAnswer.ts'
import { toPayment } from '#server/payments/toPayment.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

/** How long the app is kept waiting for the gateway, in milliseconds. */
const PATIENCE = 3_000

export default defineHandler(getPayments, async (context, { accessToken, ...period }, caller) => {
  const { db, now } = context
  const span = spanOf(period)
  if (accessToken === '') {
    const attempts = await attemptsOf(db, caller.personId, span, now())
    return { payments: attempts.map(toPayment) }
  }
  const attempt = await ownAttempt(db, caller.personId, accessToken)
  const known = attempt && (await latest(context, attempt))
  return { payments: known && isShown(known, now()) ? [toPayment(known)] : [] }
})

/** What the gateway says now of an attempt without an outcome, if it says it soon. */
async function latest(context: Context, attempt: Attempt): Promise<Attempt> {
  if (attempt.state !== 'CREATED' && !isOutcomePending(attempt)) return attempt
  try {
    return await syncWithGateway(context, attempt, PATIENCE)
  } catch (error) {
    if (!(error instanceof GatewayUnreachable)) throw error
    return attempt
  }
}

function isShown(attempt: Attempt, now: Date): boolean {
  const { state, tokenExpiresAt } = attempt
  if (state === 'CREATED') return tokenExpiresAt !== null && tokenExpiresAt > now
  return state !== 'EXPIRED' || isOutcomePending(attempt)
}
