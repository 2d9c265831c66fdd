import type { Decision, SandboxEvent, WebhookNotice, Order } from '#sandbox/events.ts'
import type { EventLog } from '#sandbox/eventLog.ts'

/** Everything known of one token. */
export interface Entry {
  order: Order
  decision: Decision | null
  voidedAt: number | null
  notices: (WebhookNotice & { outcome: 'pending' | 'delivered' | 'given up'; tries: number })[]
}

/** How long the same audit number means the same request, in milliseconds. */
const AUDIT_MEMORY = 24 * 3_600_000

/**
 * The state that the log's facts add up to, held in memory. A fact counts at once, so two requests
 * cannot both decide a token; nothing that rests on it may leave before `durable` resolves.
 */
export class Store {
  readonly #log: EventLog
  readonly #entries = new Map<string, Entry>()
  readonly #byAudit = new Map<string, Entry>()

  constructor(log: EventLog, facts: readonly unknown[]) {
    this.#log = log
    for (const fact of facts as readonly SandboxEvent[]) this.#apply(fact)
  }

  record(fact: SandboxEvent): void {
    this.#apply(fact)
    this.#log.append(fact)
  }

  durable(): Promise<void> {
    return this.#log.durable()
  }

  find(token: string): Entry | undefined {
    return this.#entries.get(token)
  }

  /** The payment that a merchant opened under an audit number in the last 24 hours. */
  findAudit(netId: string, auditNumber: string, now: number): Entry | undefined {
    const entry = this.#byAudit.get(auditKey(netId, auditNumber))
    return entry && now - entry.order.openedAt < AUDIT_MEMORY ? entry : undefined
  }

  all(): IterableIterator<Entry> {
    return this.#entries.values()
  }

  #apply(fact: SandboxEvent): void {
    if (fact.kind === 'opened') {
      const entry: Entry = { order: fact.order, decision: null, voidedAt: null, notices: [] }
      this.#entries.set(fact.order.token, entry)
      this.#byAudit.set(auditKey(fact.order.netId, fact.order.auditNumber), entry)
      return
    }
    const entry = this.#entries.get(fact.token)
    if (!entry) return
    switch (fact.kind) {
      case 'decided':
        entry.decision = fact.decision
        break
      case 'settled':
        if (entry.decision?.settle) {
          const { code, authorizationCode } = entry.decision.settle
          entry.decision = { ...entry.decision, state: 'PROCESSED', code, authorizationCode }
        }
        break
      case 'voided':
        entry.voidedAt = fact.at
        break
      case 'noticed':
        for (const notice of entry.notices)
          if (notice.id === fact.id) {
            notice.outcome = fact.delivered ? 'delivered' : 'given up'
            notice.tries = fact.tries
          }
        return
    }
    for (const notice of fact.notices)
      entry.notices.push({ ...notice, outcome: 'pending', tries: 0 })
  }
}

const auditKey = (netId: string, auditNumber: string) => JSON.stringify([netId, auditNumber])

/** Whether the token can still be charged. */
export function isOpen({ order, decision }: Entry, now: number): boolean {
  return decision === null && now < order.expiresAt
}

/** Whether the token ran out of time without a charge. */
export function isExpired({ order, decision }: Entry, now: number): boolean {
  return decision === null && now >= order.expiresAt
}

/** Whether money moved, and was not given back. */
export function isCharged({ decision, voidedAt }: Entry): boolean {
  return decision?.state === 'PROCESSED' && decision.code === '00' && voidedAt === null
}
