import type { Scheduler, Context } from '#sandbox/context.ts'
import { plannedWebhook, voidWebhooks } from '#sandbox/issuerDecision.ts'
import type { PlannedWebhook } from '#sandbox/events.ts'
import { isCharged } from '#contract/geopay.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import { backoff, MAX_TRIES, sendWebhook, webhookMessage } from '#sandbox/webhook.ts'

/** Maximum number of webhooks in delivery at the same time. */
const MAX_CONCURRENT = 32
/** Milliseconds that the page waits for the webhook that must arrive before the return. */
const EARLY_WEBHOOK_TIMEOUT_MS = 5000

/**
 * Runs the pending work of stored events: late answers, voids, webhooks. It holds no state of its
 * own: after a restart `plan` reads the pending work from the store.
 */
export function createScheduler(context: Omit<Context, 'scheduler'>) {
  const { clock, config, store } = context
  const full: Context = { ...context, scheduler: { plan, whenFinal, whenDelivered } }
  const planned = new Map<string, () => void>()
  const waiting = new Map<string, Set<() => void>>()
  const stop = new AbortController()
  let inFlight = 0
  let closed = false
  const queue: (() => Promise<void>)[] = []

  function at(key: string, time: number, run: () => void): void {
    if (closed || planned.has(key)) return
    const cancel = clock.after(time - clock.now(), () => {
      planned.delete(key)
      run()
    })
    planned.set(key, cancel)
  }

  function plan(token: string): void {
    const entry = store.find(token)
    const decision = entry?.decision
    if (!entry || !decision) return
    if (decision.state === 'INPROCESS' && decision.settle)
      at(`settle ${token}`, decision.settle.at, () => settle(token))
    if (decision.voidAt !== null && entry.voidedAt === null)
      at(`void ${token}`, decision.voidAt, () => voidByGateway(token))
    for (const sent of entry.notices)
      if (sent.outcome === 'pending') at(`notice ${sent.id}`, sent.at, () => send(token, sent, 0))
  }

  function settle(token: string): void {
    // The merchant may have voided the payment before the issuer answered.
    if (store.find(token)?.decision?.state === 'INPROCESS') {
      const now = clock.now()
      const told = plannedWebhook(clock, { at: now + config.delays.webhook, view: 'final' })
      store.record({ kind: 'settled', token, at: now, notices: [told] })
      plan(token)
    }
    wake(`settle ${token}`)
  }

  function voidByGateway(token: string): void {
    const entry = store.find(token)
    if (!entry?.decision || !isCharged(toGatewayPayment(entry))) return
    const notices = voidWebhooks(clock, entry.decision.lever)
    store.record({ kind: 'voided', token, at: clock.now(), by: 'gateway', notices })
    plan(token)
  }

  function send(token: string, sent: PlannedWebhook, tries: number): void {
    queue.push(async () => {
      const delivered = await deliver(token, sent, tries)
      if (closed) return
      if (delivered || tries + 1 >= MAX_TRIES) {
        const outcome = { delivered, tries: tries + 1, at: clock.now() }
        store.record({ kind: 'noticed', token, id: sent.id, ...outcome })
        wake(`notice ${sent.id}`)
      } else
        at(`notice ${sent.id}`, clock.now() + backoff(tries + 1), () =>
          send(token, sent, tries + 1),
        )
    })
    pump()
  }

  async function deliver(token: string, sent: PlannedWebhook, tries: number): Promise<boolean> {
    const entry = store.find(token)
    const doors = config.merchant.webhooks
    // Each webhook starts at another address, and each retry uses the next one.
    const first = sent.id.charCodeAt(0) + sent.id.charCodeAt(1)
    const door = doors[(first + tries) % doors.length]
    if (!entry || door === undefined) return false
    try {
      await store.durable()
    } catch {
      return false
    }
    return sendWebhook(door, webhookMessage(full, entry, sent), stop.signal)
  }

  function pump(): void {
    const next = closed || inFlight >= MAX_CONCURRENT ? undefined : queue.shift()
    if (!next) return
    inFlight += 1
    next()
      .catch((error: unknown) => context.reportError(`Un aviso falló: ${String(error)}`))
      .finally(() => {
        inFlight -= 1
        pump()
      })
  }

  function wake(key: string): void {
    for (const resolve of waiting.get(key) ?? []) resolve()
    waiting.delete(key)
  }

  function waitFor(key: string, atMost: number | null): Promise<void> {
    if (closed) return Promise.resolve()
    return new Promise((resolve) => {
      const cancel = atMost === null ? () => {} : clock.after(atMost, resolve)
      const waiters = waiting.get(key) ?? new Set()
      waiting.set(
        key,
        waiters.add(() => {
          cancel()
          resolve()
        }),
      )
    })
  }

  async function whenFinal(token: string): Promise<void> {
    if (store.find(token)?.decision?.state === 'INPROCESS') await waitFor(`settle ${token}`, null)
  }

  async function whenDelivered(token: string, noticeId: string): Promise<void> {
    const sent = store.find(token)?.notices.find(({ id }) => id === noticeId)
    if (sent?.outcome === 'pending') await waitFor(`notice ${noticeId}`, EARLY_WEBHOOK_TIMEOUT_MS)
  }

  /**
   * Cancels the scheduled work, which a restart schedules again, and resolves all waiting
   * promises.
   */
  function close(): void {
    closed = true
    stop.abort()
    for (const cancel of planned.values()) cancel()
    for (const key of waiting.keys()) wake(key)
  }

  const scheduler: Scheduler = { plan, whenFinal, whenDelivered }
  return { context: full, scheduler, close }
}
