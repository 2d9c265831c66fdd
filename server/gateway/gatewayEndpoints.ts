import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  canonicalForm,
  type GatewayPayment,
  MERCHANT_ENDPOINTS,
  type WebhookRequest,
} from '#contract/geopay.ts'
import { type Attempt, attemptOfToken } from '#db/payments/attempts.ts'
import { recordMessage, isRecorded } from '#db/payments/gatewayMessages.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayClient.ts'
import {
  syncWithGateway,
  markOutcomeUnknown,
  schedulePollSoon,
} from '#server/payments/outcome/applyGatewayAnswer.ts'
import { type NextTransition, nextTransition } from '#server/payments/outcome/gatewayOutcome.ts'
import { type ParsedBody, registerJsonParser, parseBody } from '#server/http/jsonBody.ts'

/** The most that a return or a message of the gateway may hold, in bytes: a forged one is read before it is known as such. */
const LIMIT = 16 * 1024
/** How long we ask the gateway about its own news, in milliseconds, while it waits to be heard. */
const PATIENCE = 5_000
/** Where a person who comes back from the hosted page is led: pages of ours, whatever they bring. */
const RETURNED = '/#/payment?geopayResponse='
const LOST = '/#/listPayment'

/** The doors that the card gateway uses: the browser's return, the webhook, the reverse echo. */
export function registerGatewayEndpoints(context: Context) {
  return async (http: FastifyInstance) => {
    await http.register(async (door) => returnDoor(door))
    await http.register(async (door) => messageDoors(context, door))
  }
}

/** The hosted page posts here from its own site. It settles nothing: the app brings it to a call. */
function returnDoor(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LIMIT },
    (_request, text, done) => done(null, new URLSearchParams(String(text)).get('data')),
  )
  http.setErrorHandler((_error: FastifyError, _request, reply) => lead(reply, LOST))
  http.post(MERCHANT_ENDPOINTS.return, (request, reply) => {
    const data = request.body as string | null
    return lead(reply, isMessage(data) ? RETURNED + Buffer.from(data).toString('base64url') : LOST)
  })
}

const lead = (reply: FastifyReply, to: string) =>
  reply.header('cache-control', 'no-store').redirect(to, 303)

function isMessage(data: string | null): data is string {
  try {
    const { json } = parseBody(data ?? '')
    return typeof json === 'object' && json !== null && !Array.isArray(json)
  } catch {
    return false
  }
}

function messageDoors(context: Context, http: FastifyInstance): void {
  registerJsonParser(http, ['application/json'], LIMIT)
  const refuse = (request: FastifyRequest, reply: FastifyReply, door: string) => {
    context.metrics.refusedMessages.inc({ reason: 'signature' })
    request.log.warn({ door }, 'a message without the gateway’s signature was refused')
    return reply.code(401).send({ statusCode: 401 })
  }
  http.post(MERCHANT_ENDPOINTS.webhook, async (request, reply) => {
    const { json } = request.body as ParsedBody
    const message = readProved(() => context.gateway.readWebhook(json))
    if (!message) return refuse(request, reply, 'webhook')
    if (await hear(context, json, message)) return reply.send({ received: true })
    return reply.code(503).send({ statusCode: 503 })
  })
  http.post(MERCHANT_ENDPOINTS.echoTest, async (request, reply) => {
    const { json } = request.body as ParsedBody
    const answer = readProved(() => context.gateway.answerEcho(json))
    return answer ? reply.send(answer) : refuse(request, reply, 'echoTest')
  })
}

/** Without its keys nobody can be told from anybody: the gateway is asked to come back. */
function readProved<Message>(read: () => Message): Message {
  try {
    return read()
  } catch (error) {
    if (error instanceof GatewayUnreachable) throw Object.assign(error, { statusCode: 503 })
    throw error
  }
}

/**
 * A webhook says that something happened, at least once and in any order; what happened, the
 * gateway is asked. It is remembered only when it has been dealt with.
 * @returns false when it is to come back: the gateway's answer does not know of its own void yet
 */
async function hear(
  context: Context,
  raw: unknown,
  { event, payment }: WebhookRequest,
): Promise<boolean> {
  const { db, log, now } = context
  const digest = createHash('sha256').update(canonicalForm(raw)).digest()
  if (await isRecorded(db, digest)) return true
  const attempt = await attemptOfToken(db, payment.accessToken)
  if (!attempt) log.warn({ event }, 'a webhook about a token that is not ours')
  else {
    const known = await syncWithGateway(context, attempt, PATIENCE).catch(
      async (error: unknown) => {
        if (!(error instanceof GatewayUnreachable)) throw error
        return await markOutcomeUnknown(context, attempt, payment)
      },
    )
    const { state } = known
    // Its answer may lag behind its own news: what is not settled as they say is looked at soon.
    const lags = event === 'PAYMENT_VOID' ? state === 'PAID' : state === 'CREATED'
    if (lags || state === 'PROCESSING') await schedulePollSoon(context, attempt, payment)
    log.info({ attempt: attempt.id, event, state }, 'webhook heard')
    // What is paid is looked at that one time more; what is open, until it is settled.
    if (state === 'PAID' && isOwn(known, payment) && isUndone(nextTransition(known, payment)))
      return false
  }
  await recordMessage(db, { digest, kind: 'webhook', attemptId: attempt?.id ?? null, at: now() })
  return true
}

/** Two charges may stand under one token: what befell the other is never told of this one. */
const isOwn = (attempt: Attempt, { paymentToken }: GatewayPayment) =>
  paymentToken === '' || paymentToken === attempt.paymentToken

const isUndone = (verdict: NextTransition) =>
  verdict.kind === 'moves' && (verdict.to === 'VOIDED' || verdict.to === 'REFUNDED')
