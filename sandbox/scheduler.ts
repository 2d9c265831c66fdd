import pLimit from 'p-limit'
import { isCharged } from '#contract/geopay.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import type { Context } from '#sandbox/context.ts'
import type { PlannedWebhook } from '#sandbox/events.ts'
import { plannedWebhook, voidWebhooks } from '#sandbox/issuerDecision.ts'
import { backoff, MAX_TRIES, sendWebhook, webhookMessage } from '#sandbox/webhook.ts'

/** Maximum of webhooks in flight. */
const MAX_IN_FLIGHT = 32
/** How long the behaviour `webhookFirst` delays the return, in milliseconds. */
const EARLY_WEBHOOK_TIMEOUT_MS = 5000

export type Scheduler = ReturnType<typeof createScheduler>

/**
 * Runs late issuer answers, voids and webhooks at their time. It stores nothing: after a restart
 * `plan` finds the pending work in the store.
 */
export function createScheduler(context: Omit<Context, 'scheduler'>) {
  const { clock, config, store } = context
  const timers = new Map<string, () => void>()
  const waiters = new Map<string, PromiseWithResolvers<void>>()
  const stop = new AbortController()
  const limit = pLimit(MAX_IN_FLIGHT)

  function schedule(key: string, time: number, run: () => void): void {
    if (stop.signal.aborted || timers.has(key)) return
    const cancel = clock.after(time - clock.now(), () => {
      timers.delete(key)
      run()
    })
    timers.set(key, cancel)
  }

  /** Schedules the pending work of a token; repeated calls change nothing. */
  function plan(token: string): void {
    const entry = store.find(token)
    const decision = entry?.decision
    if (!entry || !decision) return
    if (decision.state === 'INPROCESS' && decision.settle)
      schedule(`settle ${token}`, decision.settle.at, () => decide(token))
    if (decision.voidAt !== null && entry.voidedAt === null)
      schedule(`void ${token}`, decision.voidAt, () => voidByGateway(token))
    for (const webhook of entry.webhooks)
      if (webhook.outcome === 'pending')
        schedule(`webhook ${webhook.id}`, webhook.at, () => send(token, webhook, 0))
  }

  function decide(token: string): void {
    // The merchant may have canceled the payment before the issuer's answer.
    if (store.find(token)?.decision?.state === 'INPROCESS') {
      const now = clock.now()
      const webhook = plannedWebhook(clock, { at: now + config.delays.webhook, view: 'final' })
      store.record({ kind: 'issuerAnswered', token, at: now, webhooks: [webhook] })
      plan(token)
    }
    resolveWaiters(`settle ${token}`)
  }

  function voidByGateway(token: string): void {
    const entry = store.find(token)
    if (!entry?.decision || !isCharged(toGatewayPayment(entry))) return
    const webhooks = voidWebhooks(clock, entry.decision.behaviour)
    store.record({ kind: 'voided', token, at: clock.now(), by: 'gateway', webhooks })
    plan(token)
  }

  function send(token: string, webhook: PlannedWebhook, earlierTries: number): void {
    const tries = earlierTries + 1
    const key = `webhook ${webhook.id}`
    limit(async () => {
      const delivered = await deliver(token, webhook, earlierTries)
      if (stop.signal.aborted) return
      if (delivered || tries >= MAX_TRIES) {
        const { id } = webhook
        store.record({ kind: 'webhookSent', token, id, delivered, tries, at: clock.now() })
        resolveWaiters(key)
      } else schedule(key, clock.now() + backoff(tries), () => send(token, webhook, tries))
    }).catch((error: unknown) => context.reportError(`Un aviso falló: ${String(error)}`))
  }

  async function deliver(token: string, webhook: PlannedWebhook, tries: number): Promise<boolean> {
    const entry = store.find(token)
    const urls = config.merchant.webhooks
    // Webhooks start at different addresses, and each retry uses the next one.
    const first = webhook.id.charCodeAt(0) + webhook.id.charCodeAt(1)
    const url = urls[(first + tries) % urls.length]
    if (!entry || url === undefined) return false
    return sendWebhook(url, webhookMessage(context, entry, webhook), stop.signal)
  }

  function resolveWaiters(key: string): void {
    waiters.get(key)?.resolve()
    waiters.delete(key)
  }

  async function waitFor(key: string): Promise<void> {
    if (stop.signal.aborted) return
    const waiter = waiters.get(key) ?? Promise.withResolvers<void>()
    waiters.set(key, waiter)
    await waiter.promise
  }

  /** Resolves when the token has left INPROCESS, or when the sandbox closes. */
  async function waitForDecision(token: string): Promise<void> {
    if (store.find(token)?.decision?.state === 'INPROCESS') await waitFor(`settle ${token}`)
  }

  /** Resolves when a webhook was delivered or given up, after 5 s, or when the sandbox closes. */
  async function waitForWebhook(token: string, webhookId: string): Promise<void> {
    const webhook = store.find(token)?.webhooks.find(({ id }) => id === webhookId)
    if (webhook?.outcome !== 'pending') return
    const key = `webhook ${webhookId}`
    const end = clock.now() + EARLY_WEBHOOK_TIMEOUT_MS
    schedule(`timeout of ${key}`, end, () => resolveWaiters(key))
    await waitFor(key)
  }

  /** Cancels the timers (a restart schedules the work again) and resolves all waiters. */
  function close(): void {
    stop.abort()
    limit.clearQueue()
    for (const cancel of timers.values()) cancel()
    for (const key of waiters.keys()) resolveWaiters(key)
  }

  return { plan, waitForDecision, waitForWebhook, close }
}
