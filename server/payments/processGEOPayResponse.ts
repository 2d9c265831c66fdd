import { createHash } from 'node:crypto'
import { fromStamp } from '#contract/dates.ts'
import { canonicalForm, type GatewayReturn, isCharged } from '#contract/geopay.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { isCommitted, sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import type { Alongside } from '#db/payments/applyOutcome.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import { type Attempt, isOutcomePending, ownAttempt } from '#db/payments/attempts.ts'
import { isRecorded, recordMessage } from '#db/payments/gatewayMessages.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { parseBody } from '#server/http/jsonBody.ts'
import { mismatchedField, statesAgreeingWith } from '#server/payments/outcome/nextTransition.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'
import { syncOrVoidOnMessage } from '#server/payments/outcome/syncOrVoid.ts'
import { toPayment, toPayments } from '#server/payments/toPayment.ts'

/** How far the time of a return may be from our clock, in milliseconds. */
const MAX_AGE_MS = 600_000
/** How long to wait for the gateway, in milliseconds: less than the app waits for this call. */
const GATEWAY_TIMEOUT_MS = 20_000

export default defineHandler(
  processGEOPayResponse,
  async (context, { geopayResponse }, caller, request) => {
    const raw = parse(geopayResponse)
    const message = verified(context, raw)
    const digest = createHash('sha256').update(canonicalForm(raw)).digest()
    const [attempt, repeated] = await Promise.all([
      ownAttempt(context.db, caller.personId, message.token),
      isRecorded(context.db, digest),
    ])
    if (!attempt) throw rejected(context, 'token', notFound())
    let storedIn: Db | undefined
    const store = async (tx: Db) => {
      await recordMessage(tx, { digest, kind: 'return', attemptId: attempt.id, at: context.now() })
      storedIn = tx
    }
    const alongside: Alongside = async (tx, applied) => {
      // A move is final, and so is its answer; after anything else the gateway may be asked for a void.
      const isAnswered = applied.result === 'moved' && !isExpired(applied.attempt)
      const answer = async () => request.answer(tx, await answerOf(tx, applied.attempt))
      await sentTogether([store(tx), isAnswered && answer()])
    }
    const sync = repeated ? syncOpenOrExpired : checkAndSyncOrVoid
    const current = await sync(context, attempt, message, alongside)
    // It may have changed nothing, or its transaction was rolled back.
    if (!repeated && !(storedIn && isCommitted(storedIn))) await store(context.db)
    if (isExpired(current))
      throw refuse(
        'El tiempo para pagar se terminó y no se cobró nada. Podés intentar de nuevo.',
        'payment_expired',
      )
    return await answerOf(context.db, current)
  },
  [],
  { claimsItself: true },
)

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

/**
 * A return that was not received before has to be about this attempt and recent; its outcome is the
 * gateway's answer to the query.
 */
async function checkAndSyncOrVoid(
  context: Context,
  attempt: Attempt,
  message: GatewayReturn,
  alongside: Alongside,
): Promise<Attempt> {
  const { reference, token, payment } = message
  const at = fromStamp(payment.dateTime)
  const age = at ? Math.abs(context.now().getTime() - at.getTime()) : Number.POSITIVE_INFINITY
  const field =
    mismatchedField(attempt, payment) ??
    mismatchedField(attempt, { ...payment, reference, accessToken: token })
  const reason = field ? 'difference' : age > MAX_AGE_MS ? 'time' : null
  // A second card on a page whose first card was declined: its charge has to be voided.
  if (reason === null && attempt.state === 'REJECTED' && isCharged(payment))
    return await syncOrVoidOnMessage(context, attempt, payment, GATEWAY_TIMEOUT_MS, alongside)
  if (reason === null) return await syncOpenOrExpired(context, attempt, message, alongside)
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

/** The stored outcome of an attempt that has one; otherwise what the gateway answers now. */
async function syncOpenOrExpired(
  context: Context,
  attempt: Attempt,
  { payment }: GatewayReturn,
  alongside: Alongside,
): Promise<Attempt> {
  const { state } = attempt
  const isPending = state === 'CREATED' || state === 'EXPIRED' || isOutcomePending(attempt)
  return isPending
    ? await syncOrVoidOnMessage(context, attempt, payment, GATEWAY_TIMEOUT_MS, alongside)
    : attempt
}

function rejected(context: Context, reason: string, refusal: Error): Error {
  context.metrics.refusedMessages.inc({ reason })
  context.log.warn(
    { event: 'gateway.return_rejected', reason },
    'A return of the hosted page was rejected.',
  )
  return refusal
}
