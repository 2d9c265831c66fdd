import type { Clock } from '#sandbox/clock.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import type { WireKey } from '#sandbox/signature.ts'
import type { Store } from '#sandbox/store.ts'

/** The context of every call and page of the sandbox. */
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
  scheduler: Scheduler
  /** Prints an error for the operator; the line never contains a body, a token or a card. */
  reportError(line: string): void
}

/** Runs late issuer answers, voids and webhooks at their time. */
export interface Scheduler {
  /** Schedules the pending work of a token; repeated calls change nothing. */
  plan(token: string): void
  /** Resolves when the token has left INPROCESS, or when the sandbox closes. */
  waitForDecision(token: string): Promise<void>
  /** Resolves when a webhook was delivered or given up, after 5 s, or when the sandbox closes. */
  waitForWebhook(token: string, noticeId: string): Promise<void>
}
