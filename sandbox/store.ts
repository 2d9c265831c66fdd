import { DAY_MS } from '#contract/dates.ts'
import type { Entry } from '#sandbox/entry.ts'
import type { EntryLog } from '#sandbox/entryLog.ts'

/** How long a repeated audit number means the same request. */
const AUDIT_LIFETIME_MS = DAY_MS

/**
 * The state of every token, in memory. The log has a line for each change, with the whole entry after
 * it. A change is on disk and applies at once, so that two requests cannot both decide a token, and no
 * answer depends on a change that may get lost.
 */
export class Store {
  readonly #log: EntryLog
  readonly #entries = new Map<string, Entry>()
  readonly #byAudit = new Map<string, Entry>()

  constructor(log: EntryLog, entries: readonly unknown[]) {
    this.#log = log
    for (const entry of entries as readonly Entry[]) this.#keep(entry)
  }

  /** Stores a new entry, or changes of one. */
  save(entry: Entry, changes: Partial<Entry> = {}): void {
    this.#log.append({ ...entry, ...changes })
    this.#keep(Object.assign(entry, changes))
  }

  find(token: string): Entry | undefined {
    return this.#entries.get(token)
  }

  /** The payment that a merchant opened under an audit number in the last 24 hours. */
  findAudit(netId: string, auditNumber: string, now: number): Entry | undefined {
    const entry = this.#byAudit.get(auditKey({ netId, auditNumber }))
    return entry && now - entry.order.openedAt < AUDIT_LIFETIME_MS ? entry : undefined
  }

  all(): Iterable<Entry> {
    return this.#entries.values()
  }

  #keep(entry: Entry): void {
    this.#entries.set(entry.order.token, entry)
    this.#byAudit.set(auditKey(entry.order), entry)
  }
}

const auditKey = ({ netId, auditNumber }: Pick<Entry['order'], 'netId' | 'auditNumber'>) =>
  JSON.stringify([netId, auditNumber])
