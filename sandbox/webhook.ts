import { toHeaderTime } from '#contract/dates.ts'
import type { WebhookRequest } from '#contract/geopay.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import type { Context } from '#sandbox/context.ts'
import type { Entry, Webhook } from '#sandbox/entry.ts'
import { signed } from '#sandbox/signature.ts'

/** Tries before a webhook is given up: with the delays below, about a quarter of an hour. */
export const MAX_TRIES = 40
/** How long the merchant may take to answer. */
const REQUEST_TIMEOUT_MS = 10_000

/** The delay after `tries` failed tries, in milliseconds: 500, 1000, 2000... up to 30,000. */
export const backoff = (tries: number): number => Math.min(30_000, 500 * 2 ** (tries - 1))

/** The message of a webhook, signed with the webhook key. */
export function webhookMessage(
  { clock, webhookKey }: Pick<Context, 'clock' | 'webhookKey'>,
  entry: Entry,
  webhook: Webhook,
): WebhookRequest {
  const message: WebhookRequest = {
    requestHeader: {
      dateTime: toHeaderTime(new Date(clock.now())),
      netId: entry.order.netId,
      netDescription: 'Pasarela de pruebas GEOPay',
      // The same in every try, so that the merchant recognises a repeat.
      auditNumber: webhook.id,
      version: '3.02',
      digitalSign: '',
    },
    event: webhook.view === 'voided' || webhook.view === 'refunded' ? 'PAYMENT_VOID' : 'PAYMENT',
    payment: toGatewayPayment(entry, webhook.view),
  }
  return signed(message, 'requestHeader', webhookKey)
}

/** Sends a message once. Only HTTP 200 acknowledges it. */
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
      signal: AbortSignal.any([stop, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    return false
  }
}
