import { setTimeout as sleep } from 'node:timers/promises'
import type { KillableStack } from '#testing/harness/killableStack.ts'
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

/** @param onFault called before each one */
export function createFaultInjector(
  plan: readonly PlannedFault[],
  { processes, allServing }: KillableStack,
  onFault: (fault: PlannedFault) => void,
): FaultInjector {
  const pending = [...plan]
  const injected: PlannedFault[] = []
  let queue = Promise.resolve()
  const inject = (fault: PlannedFault) => {
    injected.push(fault)
    onFault(fault)
    processes[fault.target].kill()
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
      await allServing()
      for (const fault of pending.splice(0)) inject(fault)
      await allServing()
    },
  }
}
