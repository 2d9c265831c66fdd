import { createRandom } from '#db/demo/seededRandom.ts'
import type { ProcessName } from '#testing/harness/killableStack.ts'

const ATTEMPTS_PER_FAULT = 120
/** PostgreSQL is killed as often as the servers: it alone can lose what was acknowledged. */
const TURNS = ['server 0', 'postgres', 'server 1', 'postgres', 'sandbox'] as const
/** At least one fault more than there are turns. */
const MIN_FAULTS = 6
const MAX_FAULTS = 90

/**
 * The processes that a run kills in turn, each by the attempt at whose beginning it is killed: a random
 * one of each equal part of the run, and for the last one the number after all attempts.
 */
export function planFaults(seed: number, attempts: number): Map<number, ProcessName> {
  const random = createRandom(seed, 'faults')
  const wanted = Math.round(attempts / ATTEMPTS_PER_FAULT)
  const count = Math.min(MAX_FAULTS, Math.max(MIN_FAULTS, wanted))
  const start = random.integer(0, TURNS.length - 1)
  return new Map(
    Array.from({ length: count }, (_, index) => [
      1 + Math.floor(index < count - 1 ? ((index + random.next()) * attempts) / count : attempts),
      TURNS[(start + index) % TURNS.length] ?? 'sandbox',
    ]),
  )
}
