import { isCharged } from '#contract/geopay.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import type { Context, Scheduler } from '#sandbox/context.ts'
import type { PlannedWebhook } from '#sandbox/events.ts'
import { plannedWebhook, voidWebhooks } from '#sandbox/issuerDecision.ts'
import { backoff, MAX_TRIES, sendWebhook, webhookMessage } from '#sandbox/webhook.ts'

/** Maximum of webhooks in flight. */
const MAX_IN_FLIGHT = 32
/** How long the behaviour `webhookFirst` delays the return, in milliseconds. */
const EARLY_WEBHOOK_TIMEOUT_MS = 5000

/**
 * Runs late issuer answers, voids and webhooks at their time. It stores nothing: after a restart
 * `plan` finds the pending work in the store.
 */
export function createScheduler(context: Omit<Context, 'scheduler'>) {
  const { clock, config, store } = context
  const fullContext: Context = { ...context, scheduler: { plan, waitForDecision, waitForWebhook } }
  const timers = new Map<string, () => void>()
  const waiters = new Map<string, Set<() => void>>()
  const stop = new AbortController()
  let inFlight = 0
  let closed = false
  const queue: (() => Promise<void>)[] = []

  function schedule(key: string, time: number, run: () => void): void {
    if (closed || timers.has(key)) return
    const cancel = clock.after(time - clock.now(), () => {
      timers.delete(key)
      run()
    })
    timers.set(key, cancel)
  }

  function plan(token: string): void {
    const entry = store.find(token)
    const decision = entry?.decision
    if (!entry || !decision) return
    if (decision.state === 'INPROCESS' && decision.settle)
      schedule(`settle ${token}`, decision.settle.at, () => decide(token))
    if (decision.voidAt !== null && entry.voidedAt === null)
      schedule(`void ${token}`, decision.voidAt, () => voidByGateway(token))
    for (const notice of entry.notices)
      if (notice.outcome === 'pending')
        schedule(`notice ${notice.id}`, notice.at, () => send(token, notice, 0))
  }

  function decide(token: string): void {
    // The merchant may have canceled the payment before the issuer's answer.
    if (store.find(token)?.decision?.state === 'INPROCESS') {
      const now = clock.now()
      const notice = plannedWebhook(clock, { at: now + config.delays.webhook, view: 'final' })
      store.record({ kind: 'issuerAnswered', token, at: now, notices: [notice] })
      plan(token)
    }
    resolveWaiters(`settle ${token}`)
  }

  function voidByGateway(token: string): void {
    const entry = store.find(token)
    if (!entry?.decision || !isCharged(toGatewayPayment(entry))) return
    const notices = voidWebhooks(clock, entry.decision.behaviour)
    store.record({ kind: 'voided', token, at: clock.now(), by: 'gateway', notices })
    plan(token)
  }

  function send(token: string, notice: PlannedWebhook, tries: number): void {
    queue.push(async () => {
      const delivered = await deliver(token, notice, tries)
      if (closed) return
      if (delivered || tries + 1 >= MAX_TRIES) {
        const outcome = { delivered, tries: tries + 1, at: clock.now() }
        store.record({ kind: 'webhookSent', token, id: notice.id, ...outcome })
        resolveWaiters(`notice ${notice.id}`)
      } else
        schedule(`notice ${notice.id}`, clock.now() + backoff(tries + 1), () =>
          send(token, notice, tries + 1),
        )
    })
    startNext()
  }

  async function deliver(token: string, notice: PlannedWebhook, tries: number): Promise<boolean> {
    const entry = store.find(token)
    const urls = config.merchant.webhooks
    // Webhooks start at different addresses, and each retry uses the next one.
    const first = notice.id.charCodeAt(0) + notice.id.charCodeAt(1)
    const url = urls[(first + tries) % urls.length]
    if (!entry || url === undefined) return false
    try {
      await store.durable()
    } catch {
      return false
    }
    return sendWebhook(url, webhookMessage(fullContext, entry, notice), stop.signal)
  }

  function startNext(): void {
    const next = closed || inFlight >= MAX_IN_FLIGHT ? undefined : queue.shift()
    if (!next) return
    inFlight += 1
    next()
      .catch((error: unknown) => context.reportError(`Un aviso falló: ${String(error)}`))
      .finally(() => {
        inFlight -= 1
        startNext()
      })
  }

  function resolveWaiters(key: string): void {
    for (const resolve of waiters.get(key) ?? []) resolve()
    waiters.delete(key)
  }

  function waitFor(key: string, timeoutMs: number | null): Promise<void> {
    if (closed) return Promise.resolve()
    return new Promise((resolve) => {
      const cancel = timeoutMs === null ? () => {} : clock.after(timeoutMs, resolve)
      const ofKey = waiters.get(key) ?? new Set()
      waiters.set(
        key,
        ofKey.add(() => {
          cancel()
          resolve()
        }),
      )
    })
  }

  async function waitForDecision(token: string): Promise<void> {
    if (store.find(token)?.decision?.state === 'INPROCESS') await waitFor(`settle ${token}`, null)
  }

  async function waitForWebhook(token: string, noticeId: string): Promise<void> {
    const notice = store.find(token)?.notices.find(({ id }) => id === noticeId)
    if (notice?.outcome === 'pending') await waitFor(`notice ${noticeId}`, EARLY_WEBHOOK_TIMEOUT_MS)
  }

  /** Cancels the timers (a restart schedules the work again) and resolves all waiters. */
  function close(): void {
    closed = true
    stop.abort()
    for (const cancel of timers.values()) cancel()
    for (const key of waiters.keys()) resolveWaiters(key)
  }

  const scheduler: Scheduler = { plan, waitForDecision, waitForWebhook }
  return { context: fullContext, scheduler, close }
}
