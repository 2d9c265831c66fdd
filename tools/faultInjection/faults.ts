import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '#tools/faultInjection/environment.ts'
import type { PlannedFault } from '#tools/faultInjection/workload.ts'

/** Injects the planned faults as the run proceeds. */
export interface FaultInjector {
  /** Injects the faults planned up to this attempt. */
  beforeAttempt(attempt: number): void
  /** Injects the rest, once everything serves, and resolves when everything serves again. */
  injectRemaining(): Promise<void>
  /** The injected faults, in order. */
  readonly injected: PlannedFault[]
}

/** Milliseconds between two faults; shorter than a restart, so that outages may overlap. */
const FAULT_INTERVAL_MS = 500

export function createFaultInjector(
  plan: readonly PlannedFault[],
  environment: Environment,
): FaultInjector {
  const pending = [...plan]
  const injected: PlannedFault[] = []
  let queue = Promise.resolve()
  const inject = (fault: PlannedFault) => {
    injected.push(fault)
    environment.kill(fault.target)
  }
  async function injectAfter(previous: Promise<void>, fault: PlannedFault): Promise<void> {
    await previous
    inject(fault)
    await sleep(FAULT_INTERVAL_MS)
  }
  return {
    injected,
    beforeAttempt(attempt) {
      while (pending[0] && pending[0].beforeAttempt <= attempt)
        queue = injectAfter(queue, pending.shift() as PlannedFault)
    },
    async injectRemaining() {
      await queue
      await environment.allServing()
      for (const fault of pending.splice(0)) inject(fault)
      await environment.allServing()
    },
  }
}
