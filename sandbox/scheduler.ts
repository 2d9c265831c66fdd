import type { Scheduler, Context } from '#sandbox/context.ts'
import { webhookNotice, voidWebhookNotices } from '#sandbox/issuerDecision.ts'
import type { WebhookNotice } from '#sandbox/events.ts'
import { isCharged } from '#sandbox/store.ts'
import { backoff, MAX_TRIES, sendWebhook, webhookMessage } from '#sandbox/webhook.ts'

/** Webhooks on their way at the same time. */
const MOST_AT_ONCE = 32
/** How long the lever of the early webhook holds the page, in milliseconds. */
const EARLY_WEBHOOK = 5000

/**
 * Does later what the facts promise: late answers, voids, webhooks. It keeps nothing of its own:
 * after a restart `plan` finds in the store what is still owed.
 */
export function createScheduler(context: Omit<Context, 'agenda'>) {
  const { clock, config, store } = context
  const full: Context = { ...context, agenda: { plan, settled, noticed } }
  const planned = new Map<string, () => void>()
  const waiting = new Map<string, Set<() => void>>()
  const stop = new AbortController()
  let inFlight = 0
  let closed = false
  const queue: (() => Promise<void>)[] = []

  function at(key: string, time: number, run: () => void): void {
    if (closed || planned.has(key)) return
    const forget = clock.after(time - clock.now(), () => {
      planned.delete(key)
      run()
    })
    planned.set(key, forget)
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
    // The merchant may have voided it while the issuer was silent.
    if (store.find(token)?.decision?.state === 'INPROCESS') {
      const now = clock.now()
      const told = webhookNotice(clock, { at: now + config.delays.webhook, view: 'final' })
      store.record({ kind: 'settled', token, at: now, notices: [told] })
      plan(token)
    }
    wake(`settle ${token}`)
  }

  function voidByGateway(token: string): void {
    const entry = store.find(token)
    if (!entry?.decision || !isCharged(entry)) return
    const notices = voidWebhookNotices(clock, entry.decision.lever)
    store.record({ kind: 'voided', token, at: clock.now(), by: 'gateway', notices })
    plan(token)
  }

  function send(token: string, sent: WebhookNotice, tries: number): void {
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

  async function deliver(token: string, sent: WebhookNotice, tries: number): Promise<boolean> {
    const entry = store.find(token)
    const doors = config.merchant.webhooks
    // Each notice starts at another door, and each new try goes to the next one.
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
    const next = closed || inFlight >= MOST_AT_ONCE ? undefined : queue.shift()
    if (!next) return
    inFlight += 1
    next()
      .catch((error: unknown) => context.complain(`Un aviso falló: ${String(error)}`))
      .finally(() => {
        inFlight -= 1
        pump()
      })
  }

  function wake(key: string): void {
    for (const resolve of waiting.get(key) ?? []) resolve()
    waiting.delete(key)
  }

  function hear(key: string, atMost: number | null): Promise<void> {
    if (closed) return Promise.resolve()
    return new Promise((resolve) => {
      const forget = atMost === null ? () => {} : clock.after(atMost, resolve)
      const heard = waiting.get(key) ?? new Set()
      waiting.set(
        key,
        heard.add(() => {
          forget()
          resolve()
        }),
      )
    })
  }

  async function settled(token: string): Promise<void> {
    if (store.find(token)?.decision?.state === 'INPROCESS') await hear(`settle ${token}`, null)
  }

  async function noticed(token: string, noticeId: string): Promise<void> {
    const sent = store.find(token)?.notices.find(({ id }) => id === noticeId)
    if (sent?.outcome === 'pending') await hear(`notice ${noticeId}`, EARLY_WEBHOOK)
  }

  /** Drops what is planned (a restart plans it again) and lets whoever waits go on. */
  function close(): void {
    closed = true
    stop.abort()
    for (const forget of planned.values()) forget()
    for (const key of waiting.keys()) wake(key)
  }

  const agenda: Scheduler = { plan, settled, noticed }
  return { context: full, agenda, close }
}
