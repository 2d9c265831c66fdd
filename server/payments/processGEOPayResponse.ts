import { createHash } from 'node:crypto'
import { DENIED } from '#contract/responseCodes.ts'
import { fromStamp } from '#contract/dates.ts'
import { canonicalForm, type GatewayReturn } from '#contract/geopay.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { type Attempt, isOutcomePending, ownAttempt } from '#db/payments/attempts.ts'
import { recordMessage, isRecorded } from '#db/payments/gatewayMessages.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayClient.ts'
import {
  syncWithGateway,
  markOutcomeUnknown,
  schedulePollSoon,
} from '#server/payments/outcome/applyGatewayAnswer.ts'
import { toPayment } from '#server/payments/toPayment.ts'
import { differenceOf, isCharged } from '#server/payments/outcome/gatewayOutcome.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { parseBody } from '#server/http/jsonBody.ts'

/** How far a return's clock may be from ours, in milliseconds. */
const WINDOW = 600_000
/** How long the gateway may take to say how it stands, in milliseconds: well within the app's wait. */
const PATIENCE = 20_000

export default defineHandler(processGEOPayResponse, async (context, { geopayResponse }, caller) => {
  const raw = parse(geopayResponse)
  const message = proved(context, raw)
  const attempt = await ownAttempt(context.db, caller.personId, message.token)
  if (!attempt) throw refused(context, 'token', notFound())
  const digest = createHash('sha256').update(canonicalForm(raw)).digest()
  const now = (await isRecorded(context.db, digest))
    ? await settledOnce(context, attempt, message)
    : await settledBy(context, attempt, message)
  await recordMessage(context.db, {
    digest,
    kind: 'return',
    attemptId: attempt.id,
    at: context.now(),
  })
  if (now.state === 'EXPIRED' && !isOutcomePending(now))
    throw refuse(
      DENIED,
      'El tiempo para pagar se terminó y no se cobró nada. Podés intentar de nuevo.',
    )
  return { payment: toPayment(now) }
})

/** Reads without believing. */
function parse(geopayResponse: string | Record<string, unknown>): unknown {
  if (typeof geopayResponse !== 'string') return geopayResponse
  try {
    return parseBody(geopayResponse).json
  } catch {
    throw refuse(DENIED, 'La respuesta de la pasarela no se puede leer.')
  }
}

function proved(context: Context, raw: unknown): GatewayReturn {
  const invalid =
    'No pudimos validar la respuesta de la pasarela. Si pagaste, lo vas a ver en tus pagos.'
  try {
    const message = context.gateway.readReturn(raw)
    if (message) return message
  } catch (error) {
    if (!(error instanceof GatewayUnreachable)) throw error
    throw refuse(DENIED, invalid)
  }
  throw refused(context, 'signature', refuse(DENIED, invalid))
}

/** A first return: its words must be about this attempt and of now; the gateway's answer decides. */
async function settledBy(
  context: Context,
  attempt: Attempt,
  message: GatewayReturn,
): Promise<Attempt> {
  const { reference, token, payment } = message
  const at = fromStamp(payment.dateTime)
  const age = at ? Math.abs(context.now().getTime() - at.getTime()) : Number.POSITIVE_INFINITY
  const differs =
    differenceOf(attempt, payment) ??
    differenceOf(attempt, { ...payment, reference, accessToken: token })
  const wrong = differs ? 'difference' : age > WINDOW ? 'time' : null
  // A second card on a page whose first one was refused: what was taken is asked about, and goes back.
  if (wrong === null && attempt.state === 'REJECTED' && isCharged(payment))
    return await ask(context, attempt, message)
  if (wrong === null) return await settledOnce(context, attempt, message)
  // It is the gateway's own word that something happened: worth a look of ours, and nothing more.
  await schedulePollSoon(context, attempt, payment)
  throw refused(
    context,
    wrong,
    refuse(
      DENIED,
      'La respuesta de la pasarela no coincide con tu pago. Mirá en tus pagos cómo quedó.',
    ),
  )
}

/** The stored result of what is settled; of what is not, the gateway's answer now. */
async function settledOnce(
  context: Context,
  attempt: Attempt,
  message: GatewayReturn,
): Promise<Attempt> {
  const { state } = attempt
  const asks = state === 'CREATED' || state === 'EXPIRED' || isOutcomePending(attempt)
  return asks ? await ask(context, attempt, message) : attempt
}

async function ask(
  context: Context,
  attempt: Attempt,
  { payment }: GatewayReturn,
): Promise<Attempt> {
  try {
    return await syncWithGateway(context, attempt, PATIENCE)
  } catch (error) {
    if (!(error instanceof GatewayUnreachable)) throw error
    return await markOutcomeUnknown(context, attempt, payment)
  }
}

function refused(context: Context, reason: string, refusal: Error): Error {
  context.metrics.refusedMessages.inc({ reason })
  context.log.warn({ reason }, 'a return of the gateway was refused')
  return refusal
}
