import { createHash } from 'node:crypto'
import { fromStamp } from '#contract/dates.ts'
import type { AttemptState } from '#contract/entities/payment.ts'
import { canonicalForm, type GatewayReturn, isCharged } from '#contract/geopay.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import type { Outcome } from '#db/payments/applyOutcome.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import { type Attempt, isOutcomePending } from '#db/payments/attempts.ts'
import { recordMessage, returnedAttempt } from '#db/payments/gatewayMessages.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable, ifUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { definePhasedHandler } from '#server/http/defineHandler.ts'
import { notFound, PreparationOutdated, refuse, refuseAndCommit } from '#server/http/errors.ts'
import { parseBody } from '#server/http/jsonBody.ts'
import { applyTransition } from '#server/payments/outcome/applyTransition.ts'
import {
  mismatchedField,
  nextTransition,
  statesAgreeingWith,
  type Transition,
} from '#server/payments/outcome/nextTransition.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'
import { syncOrVoidOnMessage } from '#server/payments/outcome/syncOrVoid.ts'
import { toPayment, toPayments } from '#server/payments/toPayment.ts'

/** How far the time of a return may be from our clock, in milliseconds. */
const MAX_AGE_MS = 600_000
/** How long to wait for the gateway, in milliseconds: less than the app waits for this call. */
const GATEWAY_TIMEOUT_MS = 20_000

/** What has to be stored of a return, and of its attempt. */
interface Received {
  /** Of the message; null: it was received before. */
  digest: Buffer | null
  attempt: Attempt
  /** The outcome that is applied with the answer; null: the attempt is as it is answered. */
  next: Transition | null
}

export default definePhasedHandler(processGEOPayResponse, {
  // The gateway is asked what became of the payment before the transaction, and again for what may not stand.
  async prepare(context, { geopayResponse }, caller, { preparations }): Promise<Received> {
    const raw = parse(geopayResponse)
    const message = verified(context, raw)
    const digest = createHash('sha256').update(canonicalForm(raw)).digest()
    const { personId } = caller
    const found = await returnedAttempt(context.db, {
      personId,
      accessToken: message.token,
      digest,
    })
    if (!found) throw rejected(context, 'token', notFound())
    const { isRepeated, ...attempt } = found
    if (!isRepeated) await check(context, attempt, message)
    const synced = await syncFor(context, attempt, message, preparations > 1)
    return { digest: isRepeated ? null : digest, ...synced }
  },
  work: async (context, _fields, _caller, { prepared: { attempt, digest, next } }) => {
    const { db, now } = context
    const message = digest ? { digest, kind: 'return' as const, at: now() } : undefined
    const current = next ? await applied(context, attempt, next, message) : attempt
    const [answer] = await sentTogether([
      answerOf(db, current),
      !next && message && recordMessage(db, { ...message, attemptId: attempt.id }),
    ])
    if (isExpired(current))
      throw refuseAndCommit(
        'El tiempo para pagar se terminó y no se cobró nada. Podés intentar de nuevo.',
        'payment_expired',
      )
    return answer
  },
})

/** Applies the outcome of an attempt, and records the return, in the call's transaction. */
async function applied(
  context: Context,
  attempt: Attempt,
  next: Transition,
  message: Outcome['message'],
): Promise<Attempt> {
  const { attempt: current, result } = await applyTransition(context, attempt, next, message).catch(
    ifUnreachable(() => {
      throw new PreparationOutdated()
    }),
  )
  // Something happened to the attempt meanwhile: the gateway may have to be asked for a void.
  if (result !== 'moved') throw new PreparationOutdated()
  return current
}

const isExpired = (attempt: Attempt) => attempt.state === 'EXPIRED' && !isOutcomePending(attempt)

async function answerOf(db: Db, attempt: Attempt) {
  const [payment = toPayment(attempt)] = await toPayments(db, [attempt])
  return { payment }
}

/** The JSON of a return, before its signature is verified. */
function parse(geopayResponse: string | Record<string, unknown>): unknown {
  if (typeof geopayResponse !== 'string') return geopayResponse
  try {
    return parseBody(geopayResponse).json
  } catch {
    throw refuse('La respuesta de la pasarela no se puede leer.', 'invalid_gateway_response')
  }
}

function verified(context: Context, raw: unknown): GatewayReturn {
  const invalid =
    'No pudimos validar la respuesta de la pasarela. Si pagaste, lo vas a ver en tus pagos.'
  try {
    const message = context.gateway.readReturn(raw)
    if (message) return message
  } catch (error) {
    if (!(error instanceof GatewayUnreachable)) throw error
    throw refuse(invalid, 'invalid_gateway_response')
  }
  throw rejected(context, 'signature', refuse(invalid, 'invalid_gateway_response'))
}

/** A return that was not received before has to be about this attempt and recent. */
async function check(context: Context, attempt: Attempt, message: GatewayReturn): Promise<void> {
  const { reference, token, payment } = message
  const at = fromStamp(payment.dateTime)
  const age = at ? Math.abs(context.now().getTime() - at.getTime()) : Number.POSITIVE_INFINITY
  const field =
    mismatchedField(attempt, payment) ??
    mismatchedField(attempt, { ...payment, reference, accessToken: token })
  const reason = field ? 'difference' : age > MAX_AGE_MS ? 'time' : null
  if (reason === null) return
  // The signature is the gateway's: something may have happened to the attempt, so it is polled.
  await schedulePoll(context.db, attempt, firstPollAt(context.now()), {
    exceptStates: statesAgreeingWith(payment),
  })
  throw rejected(
    context,
    reason,
    refuse(
      'La respuesta de la pasarela no coincide con tu pago. Mirá en tus pagos cómo quedó.',
      'invalid_gateway_response',
    ),
  )
}

/**
 * What the gateway answers now about an attempt without a final outcome. An outcome of an open page is
 * applied with the call's answer; all others are applied here, with the voids that they need.
 * @param isOutdated an outcome that was prepared before does not apply any more
 */
async function syncFor(
  context: Context,
  attempt: Attempt,
  { payment }: GatewayReturn,
  isOutdated: boolean,
): Promise<Pick<Received, 'attempt' | 'next'>> {
  const { state, accessToken } = attempt
  // A second card on a page whose first card was declined: its charge has to be voided.
  const isSecondCard = state === 'REJECTED' && isCharged(payment)
  const isPending = state === 'CREATED' || state === 'EXPIRED' || isOutcomePending(attempt)
  if (!isSecondCard && !isPending) return { attempt, next: null }
  if (state === 'CREATED' && accessToken !== null && !isOutdated) {
    const shown = await context.gateway
      .query(accessToken, GATEWAY_TIMEOUT_MS)
      .catch(ifUnreachable(() => null))
    const next = shown && nextTransition(attempt, shown)
    if (next?.kind === 'transition' && APPLIED_WITH_ANSWER.includes(next.to))
      return { attempt, next }
  }
  return {
    attempt: await syncOrVoidOnMessage(context, attempt, payment, GATEWAY_TIMEOUT_MS),
    next: null,
  }
}
const APPLIED_WITH_ANSWER: readonly AttemptState[] = ['PAID', 'REJECTED']

function rejected(context: Context, reason: string, refusal: Error): Error {
  context.metrics.refusedMessages.inc({ reason })
  context.log.warn(
    { event: 'gateway.return_rejected', reason },
    'A return of the hosted page was rejected.',
  )
  return refusal
}
