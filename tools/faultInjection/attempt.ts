import { lastDays, toRange } from '#contract/dates.ts'
import type { PlannedDebt } from '#testing/harness/population.ts'
import type { RetryingClient, SendOptions } from '#tools/faultInjection/client.ts'
import type { Forger, PaymentFacts } from '#tools/faultInjection/forger.ts'
import type { HistoryRecorder } from '#tools/faultInjection/history.ts'
import type { PlannedAttempt, ServerIndex } from '#tools/faultInjection/workload.ts'

/** The context that all attempts of a run share. */
export interface AttemptContext {
  servers: readonly [string, string]
  sandbox: string
  debts: readonly PlannedDebt[]
  /** By person id. */
  clients: ReadonlyMap<string, RetryingClient>
  forger: Forger
  history: HistoryRecorder
  /** The newest genuine returns, which other people send as theirs. */
  genuineReturns: { personId: string; data: string }[]
}

/** An attempt to pay that is under way. */
export interface Attempt extends AttemptContext {
  plan: PlannedAttempt
  debt: PlannedDebt
  /** The session of the person who owes the debt. */
  client: RetryingClient
  /** How a call of the attempt is sent; its identity is `request` within the attempt. */
  sendOptions(request: string, server: ServerIndex, cutAfterMs?: number | null): SendOptions
}

/** One of the attempt's payments at the gateway. */
export type AttemptPayment = PaymentFacts & PlannedDebt

export function beginAttempt(plan: PlannedAttempt, context: AttemptContext): Attempt {
  const debt = context.debts[plan.debt - 1]
  const client = debt && context.clients.get(debt.personId)
  if (!debt || !client) throw new Error(`attempt ${plan.number} has no debt`)
  return {
    ...context,
    plan,
    debt,
    client,
    sendOptions: (request, server, cutAfterMs = null) => ({
      server,
      identity: `${plan.number}-${request}`,
      cutAfterMs,
      attempt: plan.number,
    }),
  }
}

/** More days than the demo data covers. */
const PERIOD_DAYS = 1000
/** A period with all payments of a person. */
export const recentPeriod = () => toRange(lastDays(new Date(), PERIOD_DAYS))
