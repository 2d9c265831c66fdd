import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  canonicalForm,
  type GatewayPayment,
  MERCHANT_ENDPOINTS,
  type WebhookRequest,
} from '#contract/geopay.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import { type Attempt, attemptOfToken } from '#db/payments/attempts.ts'
import { isRecorded, recordMessage } from '#db/payments/gatewayMessages.ts'
import type { Context } from '#server/context.ts'
import { type ParsedBody, parseBody, registerJsonParser } from '#server/http/jsonBody.ts'
import { nextTransition, statesAgreeingWith } from '#server/payments/outcome/nextTransition.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'
import { syncOrVoidOnMessage } from '#server/payments/outcome/syncOrVoid.ts'
import { isPhoneReturn, sendBackToApp } from '#server/phone/phonePayment.ts'
import { tryOrUndefined } from '#server/tryOrUndefined.ts'

/** The largest return or message in bytes, small because it is parsed before its signature is verified. */
const BODY_LIMIT = 16 * 1024
/** How long to wait for a query, in milliseconds, while the gateway waits for our answer. */
const GATEWAY_TIMEOUT_MS = 5_000
/** Where the browser is redirected from the hosted page: our own pages only. */
const RESULT_PAGE = '/#/payment?geopayResponse='
const PAYMENTS_PAGE = '/#/listPayment'

/** The endpoints that the card gateway calls: the browser's return, the webhook, the reverse echo. */
export function registerGatewayEndpoints(context: Context) {
  return async (http: FastifyInstance) => {
    await http.register(async (scope) => registerReturn(context, scope))
    await http.register(async (scope) => registerMessages(context, scope))
  }
}

/** The hosted page makes the browser POST here. Nothing is applied: the app sends the data in a call. */
function registerReturn({ config }: Context, http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, text, done) => done(null, new URLSearchParams(String(text)).get('data')),
  )
  const lead = (request: FastifyRequest, reply: FastifyReply, page: string) =>
    isPhoneReturn(request) ? sendBackToApp(reply, config, page) : redirect(reply, page)
  http.setErrorHandler((_error: FastifyError, request, reply) =>
    lead(request, reply, PAYMENTS_PAGE),
  )
  http.post(MERCHANT_ENDPOINTS.return, (request, reply) => {
    const data = request.body as string | null
    return lead(
      request,
      reply,
      isJsonObject(data) ? RESULT_PAGE + Buffer.from(data).toString('base64url') : PAYMENTS_PAGE,
    )
  })
}

const redirect = (reply: FastifyReply, to: string) =>
  reply.header('cache-control', 'no-store').redirect(to, 303)

function isJsonObject(data: string | null): data is string {
  const json = tryOrUndefined(() => parseBody(data ?? '').json)
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function registerMessages(context: Context, http: FastifyInstance): void {
  registerJsonParser(http, ['application/json'], BODY_LIMIT)
  const reject = (request: FastifyRequest, reply: FastifyReply, endpoint: string) => {
    context.metrics.refusedMessages.inc({ reason: 'signature' })
    request.log.warn(
      { event: 'gateway.signature_rejected', endpoint },
      'A message without a valid signature of the gateway was rejected.',
    )
    return reply.code(401).send({ statusCode: 401 })
  }
  http.post(MERCHANT_ENDPOINTS.webhook, async (request, reply) => {
    const { json } = request.body as ParsedBody
    const message = context.gateway.readWebhook(json)
    if (!message) return reject(request, reply, 'webhook')
    if (await processWebhook(context, json, message)) return reply.send({ received: true })
    return reply.code(503).send({ statusCode: 503 })
  })
  http.post(MERCHANT_ENDPOINTS.echoTest, async (request, reply) => {
    const { json } = request.body as ParsedBody
    const answer = context.gateway.answerEcho(json)
    return answer ? reply.send(answer) : reject(request, reply, 'echoTest')
  })
}

/**
 * Webhooks arrive at least once and in any order. Each starts a query, whose answer is what counts,
 * and is recorded when it has been processed.
 * @returns false when the gateway has to send it again: its own answer does not show the void or refund yet
 */
async function processWebhook(
  context: Context,
  raw: unknown,
  { event, payment }: WebhookRequest,
): Promise<boolean> {
  const { db, log, now } = context
  const digest = createHash('sha256').update(canonicalForm(raw)).digest()
  if (await isRecorded(db, digest)) return true
  const attempt = await attemptOfToken(db, payment.accessToken)
  if (!attempt)
    log.warn(
      { event: 'gateway.webhook_unknown_token', kind: event },
      'A webhook arrived about an unknown token.',
    )
  else {
    const current = await syncOrVoidOnMessage(context, attempt, payment, GATEWAY_TIMEOUT_MS)
    const { state } = current
    // The gateway's answer to a query may be older than its own webhook: the attempt is polled until
    // both agree.
    const undone = isAboutCharge(current, payment) && undoesMore(current, payment)
    const isBehind = event === 'PAYMENT_VOID' ? state === 'PAID' && undone : state === 'CREATED'
    if (isBehind || state === 'PROCESSING')
      await schedulePoll(db, attempt, firstPollAt(now()), {
        exceptStates: statesAgreeingWith(payment),
      })
    log.info(
      { event: 'gateway.webhook_processed', kind: event, attempt: attempt.id, state },
      'A webhook was processed.',
    )
    if (state === 'PAID' && undone) return false
  }
  await recordMessage(db, { digest, kind: 'webhook', attemptId: attempt?.id ?? null, at: now() })
  return true
}

/** Two charges may exist under one token: a void of the other charge does not concern this attempt. */
const isAboutCharge = (attempt: Attempt, { paymentToken }: GatewayPayment) =>
  paymentToken === '' || paymentToken === attempt.paymentToken

/** Whether a message tells of a void, or of more that was given back than the attempt has. */
function undoesMore(attempt: Attempt, payment: GatewayPayment): boolean {
  const next = nextTransition(attempt, payment)
  if (next.kind !== 'transition') return false
  const { to, charge } = next
  const isUndone = to === 'VOIDED' || to === 'REFUNDED'
  return isUndone || (to === 'PAID' && (charge?.refundedAmount ?? 0) > attempt.refundedAmount)
}
