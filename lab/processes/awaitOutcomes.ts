import { countPending } from '#lab/evidence/checker.ts'
import type { History } from '#lab/evidence/history.ts'
import { readState } from '#lab/evidence/readState.ts'
import { untilNothing } from '#lab/processes/untilNothing.ts'
import type { KillableStack } from '#testing/harness/killableStack.ts'
import type { Watchdog } from '#testing/harness/runWithPostgres.ts'
import { sandboxPayments } from '#testing/harness/sandboxControl.ts'

/** P3: after this long without faults no payment is pending. */
const SETTLE_TIMEOUT_MS = 60_000

/**
 * Waits until both sides have the outcome of every payment.
 * @returns how many are still without one when the time is over
 */
export const awaitOutcomes = (
  { sandbox, databaseUrl }: Pick<KillableStack, 'sandbox' | 'databaseUrl'>,
  history: History,
  run: Watchdog,
  timeoutMs = SETTLE_TIMEOUT_MS,
): Promise<number> =>
  untilNothing(
    async () => countPending(await readState(databaseUrl, await sandboxPayments(sandbox)), history),
    timeoutMs,
    (pending) => run.progress(`${pending} pagos pendientes de resultado`),
  )
