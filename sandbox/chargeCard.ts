import { GATEWAY_CODES } from '#contract/gatewayCodes.ts'
import { type GatewayReturn } from '#contract/geopay.ts'
import { responseHeader } from '#sandbox/calls/signedCall.ts'
import { describe, toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import type { Context } from '#sandbox/context.ts'
import { type Entry, isExpired } from '#sandbox/entry.ts'
import { cancellation, decide } from '#sandbox/issuerDecision.ts'
import { check, type FieldErrors, type Typed } from '#sandbox/pages/cardForm.ts'
import { signed, type WireKey } from '#sandbox/signature.ts'

/** The state of a token when its page is requested, or the result of the request. */
export type Outcome =
  | { kind: 'unknown' }
  | { kind: 'open'; entry: Entry }
  | { kind: 'corrected'; entry: Entry; errors: FieldErrors }
  /** `used`: the page of a decided token is opened again. */
  | { kind: 'returned' | 'used' | 'expired'; entry: Entry; data: string }
  /** The behaviour `pageClosed`: charged, without a return. */
  | { kind: 'closed'; entry: Entry }

/**
 * Charges a card for a token, once: a decided token answers its first outcome again. The hosted
 * page and the control API call it.
 */
export async function chargeCard(context: Context, token: string, typed: Typed): Promise<Outcome> {
  const { clock, scheduler } = context
  const page = await hostedPageState(context, token)
  if (page.kind !== 'open') return page
  const { entry } = page
  const input = check(entry.order, typed, new Date(clock.now()))
  if ('errors' in input) return { kind: 'corrected', entry, errors: input.errors }

  scheduler.apply(entry, decide(context, entry.order, input))
  const [webhook] = entry.webhooks
  if (entry.decision?.behaviour === 'webhookFirst' && webhook)
    await scheduler.waitForWebhook(webhook)
  return decidedOutcome(context, entry)
}

/** Cancels a payment before any charge. */
export async function cancel(context: Context, token: string): Promise<Outcome> {
  const page = await hostedPageState(context, token)
  if (page.kind !== 'open') return page
  context.scheduler.apply(page.entry, cancellation(context))
  return decidedOutcome(context, page.entry)
}

/** The state of a token when its page is requested. */
export async function hostedPageState(context: Context, token: string): Promise<Outcome> {
  const entry = context.store.find(token)
  if (!entry) return { kind: 'unknown' }
  if (isExpired(entry, context.clock.now()))
    return { kind: 'expired', entry, data: returnData(context, entry) }
  return entry.decision ? decidedOutcome(context, entry) : { kind: 'open', entry }
}

async function decidedOutcome(context: Context, entry: Entry): Promise<Outcome> {
  // A second submission waits for the same answer.
  if (entry.decision?.behaviour === 'slow') await context.scheduler.waitForDecision(entry)
  if (entry.decision?.behaviour === 'pageClosed') return { kind: 'closed', entry }
  return { kind: 'returned', entry, data: returnData(context, entry) }
}

/** The signed JSON text of the return, altered as the card's behaviour says. */
function returnData(context: Context, entry: Entry): string {
  const { clock, gatewayKey, webhookKey } = context
  const payment = toGatewayPayment(entry)
  const expired = isExpired(entry, clock.now())
  if (expired) payment.state = 'CANCELED'
  const behaviour = entry.decision?.behaviour
  if (behaviour === 'alteredAmount') payment.amount = Math.ceil(payment.amount / 2)
  const [code, description] = expired
    ? [GATEWAY_CODES.expired, 'Token vencido']
    : [codeOf(entry), describe(entry.decision)]
  const message: GatewayReturn = {
    responseHeader: responseHeader(clock, code, description),
    token: entry.order.token,
    reference: entry.order.reference,
    payment,
  }
  // badSignature: a valid signature of the wrong key.
  const key: WireKey =
    behaviour === 'badSignature' ? { ...gatewayKey, key: webhookKey.key } : gatewayKey
  return JSON.stringify(signed(message, 'responseHeader', key))
}

function codeOf({ decision }: Entry): string {
  if (decision?.state === 'INPROCESS') return GATEWAY_CODES.issuerDown
  return decision?.code || GATEWAY_CODES.declined
}
