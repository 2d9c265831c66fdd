import { getPayments } from '#contract/payments/getPayments.ts'
import { attemptsOf, isOutcomePending, ownAttempt } from '#db/payments/attempts.ts'
import { spanOf } from '#server/financial/period.ts'
import { ifUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { syncOrVoid } from '#server/payments/outcome/syncOrVoid.ts'
import { toPayments } from '#server/payments/toPayment.ts'

/** How long the gateway's answer may delay the call, in milliseconds. */
const GATEWAY_TIMEOUT_MS = 3_000

export default defineHandler(getPayments, async (context, { accessToken, ...period }, caller) => {
  const { db, now } = context
  const span = spanOf(period, now())
  if (accessToken === '') {
    const attempts = await attemptsOf(db, caller.personId, span)
    return { payments: await toPayments(db, attempts) }
  }
  const attempt = await ownAttempt(db, caller.personId, accessToken)
  if (!attempt) return { payments: [] }
  const isOpen = attempt.state === 'CREATED' || isOutcomePending(attempt)
  const current = isOpen
    ? await syncOrVoid(context, attempt, GATEWAY_TIMEOUT_MS).catch(ifUnreachable(() => attempt))
    : attempt
  return { payments: await toPayments(db, [current]) }
})
