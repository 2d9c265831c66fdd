import { toHeaderTime } from '#contract/dates.ts'
import type { WebhookRequest } from '#contract/geopay.ts'
import type { Context } from '#sandbox/context.ts'
import type { WebhookNotice } from '#sandbox/events.ts'
import { signed } from '#sandbox/signature.ts'
import type { Entry } from '#sandbox/store.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'

/** Tries before a webhook is given up: with the waits below, about a quarter of an hour. */
export const MAX_TRIES = 40
/** How long the merchant may take to answer one, in milliseconds. */
const PATIENCE = 10_000

/** How long to wait after so many failed tries, in milliseconds: 0.5, 1, 2, 4... up to 30 s. */
export function backoff(tries: number): number {
  return Math.min(30_000, 500 * 2 ** (tries - 1))
}

/** The webhook's message about a step of a payment, signed with the webhooks' own key. */
export function webhookMessage(
  context: Context,
  entry: Entry,
  sent: WebhookNotice,
): WebhookRequest {
  const { clock, webhookKey } = context
  const message: WebhookRequest = {
    requestHeader: {
      dateTime: toHeaderTime(new Date(clock.now())),
      netId: entry.order.netId,
      netDescription: 'Pasarela de pruebas GEOPay',
      // Equal on every try of one notice, so that a repeat can be known as such.
      auditNumber: sent.id,
      version: '3.02',
      digitalSign: '',
    },
    event: sent.view === 'voided' ? 'PAYMENT_VOID' : 'PAYMENT',
    payment: toGatewayPayment(entry, sent.view),
  }
  return signed(message, 'requestHeader', webhookKey)
}

/** Delivers one message, once. Only HTTP 200 counts as heard. */
export async function sendWebhook(
  url: string,
  message: object,
  stop: AbortSignal,
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE)]),
    })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    return false
  }
}
