import { DAY_MS } from '#contract/dates.ts'
import type { EventLog } from '#sandbox/eventLog.ts'
import type { Decision, Order, PlannedWebhook, SandboxEvent } from '#sandbox/events.ts'

/** The state of one token. */
export interface Entry {
  order: Order
  decision: Decision | null
  voidedAt: number | null
  webhooks: (PlannedWebhook & { outcome: 'pending' | 'delivered' | 'given up'; tries: number })[]
}

/** How long a repeated audit number means the same request. */
const AUDIT_LIFETIME_MS = DAY_MS

/**
 * The state computed from the log's events, in memory. An event is on disk and applies at once, so
 * that two requests cannot both decide a token, and no answer depends on an event that may get lost.
 */
export class Store {
  readonly #log: EventLog
  readonly #entries = new Map<string, Entry>()
  readonly #byAudit = new Map<string, Entry>()

  constructor(log: EventLog, events: readonly unknown[]) {
    this.#log = log
    for (const event of events as readonly SandboxEvent[]) this.#apply(event)
  }

  record(event: SandboxEvent): void {
    this.#log.append(event)
    this.#apply(event)
  }

  find(token: string): Entry | undefined {
    return this.#entries.get(token)
  }

  /** The payment that a merchant opened under an audit number in the last 24 hours. */
  findAudit(netId: string, auditNumber: string, now: number): Entry | undefined {
    const entry = this.#byAudit.get(auditKey(netId, auditNumber))
    return entry && now - entry.order.openedAt < AUDIT_LIFETIME_MS ? entry : undefined
  }

  all(): IterableIterator<Entry> {
    return this.#entries.values()
  }

  #apply(event: SandboxEvent): void {
    if (event.kind === 'opened') {
      const entry: Entry = { order: event.order, decision: null, voidedAt: null, webhooks: [] }
      this.#entries.set(event.order.token, entry)
      this.#byAudit.set(auditKey(event.order.netId, event.order.auditNumber), entry)
      return
    }
    const entry = this.#entries.get(event.token)
    if (!entry) return
    switch (event.kind) {
      case 'decided':
        entry.decision = event.decision
        break
      case 'issuerAnswered':
        if (entry.decision?.settle) {
          const { code, authorizationCode } = entry.decision.settle
          entry.decision = { ...entry.decision, state: 'PROCESSED', code, authorizationCode }
        }
        break
      case 'voided':
        entry.voidedAt = event.at
        break
      case 'webhookSent':
        for (const webhook of entry.webhooks)
          if (webhook.id === event.id) {
            webhook.outcome = event.delivered ? 'delivered' : 'given up'
            webhook.tries = event.tries
          }
        return
    }
    for (const webhook of event.webhooks)
      entry.webhooks.push({ ...webhook, outcome: 'pending', tries: 0 })
  }
}

const auditKey = (netId: string, auditNumber: string) => JSON.stringify([netId, auditNumber])

/** Whether the token expired without a charge. */
export const isExpired = ({ order, decision }: Entry, now: number): boolean =>
  decision === null && now >= order.expiresAt
