import type { GatewayReturn } from '#contract/geopay.ts'
import { GATEWAY_CODES } from '#contract/geopay.ts'
import { responseHeader } from '#sandbox/calls/responseHeader.ts'
import type { FieldErrors, Typed } from '#sandbox/pages/cardForm.ts'
import { check } from '#sandbox/pages/cardForm.ts'
import type { Context } from '#sandbox/context.ts'
import { canceled, decide, webhookNotice } from '#sandbox/issuerDecision.ts'
import type { WireKey } from '#sandbox/signature.ts'
import { signed } from '#sandbox/signature.ts'
import type { Entry } from '#sandbox/store.ts'
import { isExpired } from '#sandbox/store.ts'
import { describe, toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'

/** How a visit to the hosted page goes on. */
export type Outcome =
  | { kind: 'unknown' }
  | { kind: 'expired'; entry: Entry; data: string }
  | { kind: 'corrected'; entry: Entry; complaints: FieldErrors }
  | { kind: 'returned'; entry: Entry; data: string }
  /** The lever of the person who closes the page: charged, and nothing goes back. */
  | { kind: 'closed'; entry: Entry }

/**
 * Charges a card for a token, once: a token that was decided before gives its old outcome again.
 * The form and the control door both pass here.
 */
export async function chargeCard(context: Context, token: string, typed: Typed): Promise<Outcome> {
  const { store, clock, config, agenda } = context
  const seen = await openHostedPage(context, token)
  if (seen.kind !== 'open') return seen
  const read = check(seen.entry.order, typed, new Date(clock.now()))
  if ('complaints' in read) return { ...seen, kind: 'corrected', complaints: read.complaints }

  const { decision, notices } = decide(
    seen.entry.order,
    read.card,
    read.installments,
    clock,
    config.delays,
  )
  store.record({ kind: 'decided', token, decision, notices })
  agenda.plan(token)
  if (decision.lever === 'webhookFirst' && notices[0]) await agenda.noticed(token, notices[0].id)
  return finished(context, seen.entry)
}

/** The person gives up before paying. */
export async function cancel(context: Context, token: string): Promise<Outcome> {
  const { store, clock, config, agenda } = context
  const seen = await openHostedPage(context, token)
  if (seen.kind !== 'open') return seen
  const at = clock.now() + config.delays.webhook
  const notices = [webhookNotice(clock, { at, view: 'final' })]
  store.record({ kind: 'decided', token, decision: canceled(clock), notices })
  agenda.plan(token)
  return finished(context, seen.entry)
}

/** Where a token stands when a person brings it. */
export async function openHostedPage(
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
  // Whoever taps twice waits for the same answer.
  if (entry.decision?.lever === 'slow') await context.agenda.settled(entry.order.token)
  if (entry.decision?.lever === 'pageClosed') return { kind: 'closed', entry }
  return { kind: 'returned', entry, data: returnData(context, entry) }
}

/** The JSON text that the browser carries back, with whatever the card's lever does to it. */
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
  // A signature of the right shape by a key that has no business here.
  const key: WireKey =
    lever === 'badSignature' ? { ...gatewayKey, key: webhookKey.key } : gatewayKey
  return JSON.stringify(signed(message, 'responseHeader', key))
}

function codeOf({ decision }: Entry): string {
  if (decision?.state === 'INPROCESS') return GATEWAY_CODES.issuerDown
  return decision?.code || GATEWAY_CODES.declined
}
