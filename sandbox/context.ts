import type { Clock } from '#sandbox/clock.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import type { WireKey } from '#sandbox/signature.ts'
import type { Store } from '#sandbox/store.ts'

/** What every part of the sandbox works with. */
export interface Context {
  config: SandboxConfig
  clock: Clock
  store: Store
  /** Signs answers and returns. */
  gatewayKey: WireKey
  /** Signs webhooks, and nothing else. */
  webhookKey: WireKey
  /** Proves the merchant's messages. */
  merchantKey: WireKey
  /** What waits for its time: late answers, voids, webhooks. */
  agenda: Scheduler
  /** Tells the person who runs it; never with a body, a token or a card. */
  complain(line: string): void
}

/** Work that a fact has promised for later. */
export interface Scheduler {
  /** Plans whatever a token still owes. Safe to call again. */
  plan(token: string): void
  /** Resolves when the token is out of process, or when the sandbox is closing. */
  settled(token: string): Promise<void>
  /** Resolves when a webhook was delivered or given up, after 5 s, or when the sandbox closes. */
  noticed(token: string, noticeId: string): Promise<void>
}
