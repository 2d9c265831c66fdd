import type { Clock } from '#sandbox/clock.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import type { Entry, Webhook } from '#sandbox/entry.ts'
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
  scheduler: {
    apply(entry: Entry, changes: Partial<Entry>): void
    waitForDecision(entry: Entry): Promise<void>
    waitForWebhook(webhook: Webhook): Promise<void>
  }
  /** Prints an error for the operator; the line never contains a body, a token or a card. */
  reportError(line: string): void
}
