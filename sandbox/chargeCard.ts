import type { GatewayReturn } from '#contract/geopay.ts'
import { GATEWAY_CODES } from '#contract/geopay.ts'
import { responseHeader } from '#sandbox/calls/responseHeader.ts'
import type { FieldErrors, Typed } from '#sandbox/pages/cardForm.ts'
import { validateCardForm } from '#sandbox/pages/cardForm.ts'
import type { Context } from '#sandbox/context.ts'
import { canceled, decide, plannedWebhook } from '#sandbox/issuerDecision.ts'
import type { WireKey } from '#sandbox/signature.ts'
import { signed } from '#sandbox/signature.ts'
import type { Entry } from '#sandbox/store.ts'
import { isExpired } from '#sandbox/store.ts'
import { describe, toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'

/** The result of a visit to the hosted page. */
export type Outcome =
  | { kind: 'unknown' }
  | { kind: 'expired'; entry: Entry; data: string }
  | { kind: 'corrected'; entry: Entry; errors: FieldErrors }
  | { kind: 'returned'; entry: Entry; data: string }
  /** The lever of the person who closes the page: charged, and nothing goes back. */
  | { kind: 'closed'; entry: Entry }

/**
 * Charges a card for a token, once. A token with a decision returns that decision again. The form
 * and the control API both use this function.
 */
export async function chargeCard(context: Context, token: string, typed: Typed): Promise<Outcome> {
  const { store, clock, config, scheduler } = context
  const seen = await hostedPageState(context, token)
  if (seen.kind !== 'open') return seen
  const read = validateCardForm(seen.entry.order, typed, new Date(clock.now()))
  if ('errors' in read) return { ...seen, kind: 'corrected', errors: read.errors }

  const { decision, notices } = decide(
    seen.entry.order,
    read.card,
    read.installments,
    clock,
    config.delays,
  )
  store.record({ kind: 'decided', token, decision, notices })
  scheduler.plan(token)
  if (decision.lever === 'webhookFirst' && notices[0])
    await scheduler.whenDelivered(token, notices[0].id)
  return finished(context, seen.entry)
}

/** The payer cancels before a charge. */
export async function cancel(context: Context, token: string): Promise<Outcome> {
  const { store, clock, config, scheduler } = context
  const seen = await hostedPageState(context, token)
  if (seen.kind !== 'open') return seen
  const at = clock.now() + config.delays.webhook
  const notices = [plannedWebhook(clock, { at, view: 'final' })]
  store.record({ kind: 'decided', token, decision: canceled(clock), notices })
  scheduler.plan(token)
  return finished(context, seen.entry)
}

/** The state of a token when its hosted page is loaded. */
export async function hostedPageState(
  context: Context,
  token: string,
): Promise<Outcome | { kind: 'open'; entry: Entry }> {
  const entry = context.store.find(token)
  if (!entry) return { kind: 'unknown' }
  if (isExpired(entry, context.clock.now()))
    return { kind: 'expired', entry, data: returnData(context, entry) }
  return entry.decision ? finished(context, entry) : { kind: 'open', entry }
}

async function finished(context: Context, entry: Entry): Promise<Outcome> {
  // A second submission of the same form waits for the same answer.
  if (entry.decision?.lever === 'slow') await context.scheduler.whenFinal(entry.order.token)
  if (entry.decision?.lever === 'pageClosed') return { kind: 'closed', entry }
  return { kind: 'returned', entry, data: returnData(context, entry) }
}

/**
 * The signed JSON text that the browser posts to the merchant, altered as the card's behaviour
 * demands.
 */
function returnData(context: Context, entry: Entry): string {
  const { clock, gatewayKey, webhookKey } = context
  const payment = toGatewayPayment(entry)
  const expired = isExpired(entry, clock.now())
  if (expired) payment.state = 'CANCELED'
  const lever = entry.decision?.lever
  if (lever === 'alteredAmount') payment.amount = Math.ceil(payment.amount / 2)
  const words = expired ? 'Token vencido' : describe(entry.decision)
  const message: GatewayReturn = {
    responseHeader: responseHeader(clock, expired ? GATEWAY_CODES.expired : codeOf(entry), words),
    token: entry.order.token,
    reference: entry.order.reference,
    payment,
  }
  // A well-formed signature by a key that is not the gateway's.
  const key: WireKey =
    lever === 'badSignature' ? { ...gatewayKey, key: webhookKey.key } : gatewayKey
  return JSON.stringify(signed(message, 'responseHeader', key))
}

function codeOf({ decision }: Entry): string {
  if (decision?.state === 'INPROCESS') return GATEWAY_CODES.issuerDown
  return decision?.code || GATEWAY_CODES.declined
}
