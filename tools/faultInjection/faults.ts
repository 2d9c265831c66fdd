import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '#db/demo/seededRandom.ts'
import { type KillableStack, PROCESSES, type ProcessName } from '#testing/harness/killableStack.ts'

export interface PlannedFault {
  /** Injected when this attempt begins; one more than the attempts: when all have ended. */
  beforeAttempt: number
  target: ProcessName
}

const ATTEMPTS_PER_FAULT = 120
/** At least one fault more than there are targets. */
const MIN_FAULTS = 5
const MAX_FAULTS = 90

/** The faults of a run: one at a random attempt of each equal part of it, the last one after all. */
export function planFaults(seed: number, attempts: number): PlannedFault[] {
  const random = createRandom(seed, 'faults')
  const wanted = Math.round(attempts / ATTEMPTS_PER_FAULT)
  const count = Math.min(MAX_FAULTS, Math.max(MIN_FAULTS, wanted))
  const start = random.integer(0, PROCESSES.length - 1)
  return Array.from({ length: count }, (_, index) => ({
    beforeAttempt:
      index === count - 1
        ? attempts + 1
        : random.integer(
            1 + Math.floor((index * attempts) / count),
            Math.floor(((index + 1) * attempts) / count),
          ),
    target: PROCESSES[(start + index) % PROCESSES.length] ?? 'sandbox',
  }))
}

/** Milliseconds between two faults; shorter than a restart, so that outages may overlap. */
const FAULT_INTERVAL_MS = 500

/**
 * Injects the planned faults as the run proceeds.
 * @returns injects the faults planned up to an attempt; resolves once they are injected
 */
export function createFaultInjector(
  plan: readonly PlannedFault[],
  { processes }: KillableStack,
  onFault: (fault: PlannedFault) => void,
): (attempt: number) => Promise<void> {
  const pending = [...plan]
  let queue = Promise.resolve()
  async function injectAfter(previous: Promise<void>, fault: PlannedFault): Promise<void> {
    await previous
    onFault(fault)
    processes[fault.target].kill('SIGKILL')
    await sleep(FAULT_INTERVAL_MS)
  }
  return (attempt) => {
    while (pending[0] && pending[0].beforeAttempt <= attempt)
      queue = injectAfter(queue, pending.shift() as PlannedFault)
    return queue
  }
}
