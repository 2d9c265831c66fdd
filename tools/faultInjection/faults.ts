import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '#tools/faultInjection/workload.ts'
import type { Environment } from '#tools/faultInjection/environment.ts'

/** Strikes when its time has come. */
export interface Faults {
  /** Told that an attempt begins; strikes whatever was planned up to it. */
  before(attempt: number): void
  /** Strikes what is left, the last one on a healthy world, and resolves when all serve again. */
  last(): Promise<void>
  /** What was struck, in order. */
  readonly struck: Fault[]
}

/** How long a victim lies before the next one may be struck, in milliseconds: falls may overlap. */
const BREATH = 500

export function armFaults(plan: readonly Fault[], world: Environment): Faults {
  const waiting = [...plan]
  const struck: Fault[] = []
  let striking = Promise.resolve()
  const strike = (fault: Fault) => {
    struck.push(fault)
    world.kill(fault.victim)
  }
  async function strikeAfter(others: Promise<void>, fault: Fault): Promise<void> {
    await others
    strike(fault)
    await sleep(BREATH)
  }
  return {
    struck,
    before(attempt) {
      while (waiting[0] && waiting[0].before <= attempt)
        striking = strikeAfter(striking, waiting.shift() as Fault)
    },
    async last() {
      await striking
      await world.up()
      for (const fault of waiting.splice(0)) strike(fault)
      await world.up()
    },
  }
}
