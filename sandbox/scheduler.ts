import { EventEmitter, once } from 'node:events'
import pLimit from 'p-limit'
import { isCharged } from '#contract/geopay.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import type { Context } from '#sandbox/context.ts'
import type { Entry, Webhook } from '#sandbox/entry.ts'
import { lateAnswer, voiding } from '#sandbox/issuerDecision.ts'
import { backoff, MAX_TRIES, sendWebhook, webhookMessage } from '#sandbox/webhook.ts'

/** Maximum of webhooks in flight. */
const MAX_IN_FLIGHT = 32
/** How long the behaviour `webhookFirst` delays the return, in milliseconds. */
const EARLY_WEBHOOK_TIMEOUT_MS = 5000

/**
 * Runs late issuer answers, voids and webhooks at their time. After a restart `plan` finds the
 * pending work in the store.
 */
export function createScheduler(context: Omit<Context, 'scheduler'>) {
  const { clock, config, store } = context
  const timers = new Map<string, () => void>()
  /** Emits the key of the work that is finished. */
  const finished = new EventEmitter().setMaxListeners(0)
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
  function plan(entry: Entry): void {
    const { decision, order } = entry
    if (!decision) return
    if (decision.state === 'INPROCESS' && decision.settle)
      schedule(`settle ${order.token}`, decision.settle.at, () => settle(entry))
    if (decision.voidAt !== null && entry.voidedAt === null)
      schedule(`void ${order.token}`, decision.voidAt, () => {
        if (isCharged(toGatewayPayment(entry)))
          apply(entry, voiding(clock, entry, decision.behaviour))
      })
    for (const webhook of entry.webhooks)
      if (webhook.outcome === 'pending')
        schedule(`webhook ${webhook.id}`, webhook.at, () => send(entry, webhook, 0))
  }

  /** Stores changes of a token and schedules the work that they cause. */
  function apply(entry: Entry, changes: Partial<Entry>): void {
    store.save(entry, changes)
    plan(entry)
  }

  function settle(entry: Entry): void {
    // The merchant may have canceled the payment before the issuer's answer.
    if (entry.decision?.state === 'INPROCESS') apply(entry, lateAnswer(context, entry.decision))
    finished.emit(`settle ${entry.order.token}`)
  }

  function send(entry: Entry, webhook: Webhook, earlierTries: number): void {
    const tries = earlierTries + 1
    const key = `webhook ${webhook.id}`
    limit(async () => {
      const urls = config.merchant.webhooks
      // Webhooks start at different addresses, and each retry uses the next one.
      const first = webhook.id.charCodeAt(0) + webhook.id.charCodeAt(1)
      const url = urls[(first + earlierTries) % urls.length] ?? ''
      const delivered = await sendWebhook(url, webhookMessage(context, entry, webhook), stop.signal)
      if (stop.signal.aborted) return
      if (delivered || tries >= MAX_TRIES) {
        const sent = { ...webhook, outcome: delivered ? 'delivered' : 'given up', tries } as const
        store.save(entry, {
          webhooks: entry.webhooks.map((each) => (each.id === webhook.id ? sent : each)),
        })
        finished.emit(key)
      } else schedule(key, clock.now() + backoff(tries), () => send(entry, webhook, tries))
    }).catch((error: unknown) => context.reportError(`Un aviso falló: ${String(error)}`))
  }

  /** Resolves when the work of a key is finished, or when the sandbox closes. */
  const waitFor = (key: string) => once(finished, key, { signal: stop.signal }).catch(() => {})

  /** Resolves when the token has left INPROCESS, or when the sandbox closes. */
  async function waitForDecision({ decision, order }: Entry): Promise<void> {
    if (decision?.state === 'INPROCESS') await waitFor(`settle ${order.token}`)
  }

  /** Resolves when a new webhook was delivered or given up, after 5 s, or when the sandbox closes. */
  async function waitForWebhook({ id }: Webhook): Promise<void> {
    const key = `webhook ${id}`
    const end = clock.now() + EARLY_WEBHOOK_TIMEOUT_MS
    schedule(`timeout of ${key}`, end, () => finished.emit(key))
    await waitFor(key)
  }

  /** Cancels the timers and ends all waits; a restart schedules the work again. */
  function close(): void {
    stop.abort()
    limit.clearQueue()
    for (const cancel of timers.values()) cancel()
  }

  return { plan, apply, waitForDecision, waitForWebhook, close }
}
