import type { Clock } from '#sandbox/clock.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import type { WireKey } from '#sandbox/signature.ts'
import type { Store } from '#sandbox/store.ts'

/** What every part of the sandbox receives. */
export interface Context {
  config: SandboxConfig
  clock: Clock
  store: Store
  /** Signs answers and returns. */
  gatewayKey: WireKey
  /** Signs webhooks only. */
  webhookKey: WireKey
  /** Verifies the merchant's messages. */
  merchantKey: WireKey
  /** Schedules late answers, voids and webhooks. */
  scheduler: Scheduler
  /** Writes a line for the operator, without bodies, tokens or cards. */
  reportError(line: string): void
}

/** Work that follows from a stored event at a later time. */
export interface Scheduler {
  /** Schedules the pending work of a token. Idempotent. */
  plan(token: string): void
  /** Resolves when the token is no longer in process, or when the sandbox closes. */
  whenFinal(token: string): Promise<void>
  /** Resolves when a webhook was delivered or given up, after 5 s, or when the sandbox closes. */
  whenDelivered(token: string, noticeId: string): Promise<void>
}
