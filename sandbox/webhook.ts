import { toHeaderTime } from '#contract/dates.ts'
import type { WebhookRequest } from '#contract/geopay.ts'
import type { Context } from '#sandbox/context.ts'
import type { PlannedWebhook } from '#sandbox/events.ts'
import { signed } from '#sandbox/signature.ts'
import type { Entry } from '#sandbox/store.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'

/** Tries before a webhook is given up, about a quarter of an hour with the backoff below. */
export const MAX_TRIES = 40
/** Milliseconds that the merchant has to answer a webhook. */
const WEBHOOK_TIMEOUT_MS = 10_000

/** Delay after a number of failed tries, in milliseconds: 0.5, 1, 2, 4… up to 30 s. */
export function backoff(tries: number): number {
  return Math.min(30_000, 500 * 2 ** (tries - 1))
}

/** The signed webhook message about a step of a payment. */
export function webhookMessage(
  context: Context,
  entry: Entry,
  sent: PlannedWebhook,
): WebhookRequest {
  const { clock, webhookKey } = context
  const message: WebhookRequest = {
    requestHeader: {
      dateTime: toHeaderTime(new Date(clock.now())),
      netId: entry.order.netId,
      netDescription: 'Pasarela de pruebas GEOPay',
      // The same on every try of one webhook, so that the receiver recognises a repeat.
      auditNumber: sent.id,
      version: '3.02',
      digitalSign: '',
    },
    event: sent.view === 'voided' ? 'PAYMENT_VOID' : 'PAYMENT',
    payment: toGatewayPayment(entry, sent.view),
  }
  return signed(message, 'requestHeader', webhookKey)
}

/** Delivers a webhook once. Only HTTP 200 counts as delivered. */
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
      signal: AbortSignal.any([stop, AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    return false
  }
}
