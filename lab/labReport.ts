import { createHash } from 'node:crypto'
import type { Violation } from '#db/invariants/invariant.ts'
import type { LabStack } from '#lab/inProcess/labStack.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'

/** What a run found. */
export interface LabReport {
  violations: Violation[]
  /** Of the order of all steps, and of what is stored in the end. */
  hashes: { order: string; state: string }
  steps: number
  faults: number
  /** The answers, by what they said. */
  counts: string
  /** How many groups of tasks ran one after another. */
  rounds: number
  /** The steps of the last round, and of what was finished after it. */
  trace: readonly string[]
}

/** Characters of a hash. */
const HASH_LENGTH = 16

/**
 * The report of a run that has ended.
 * @param state SQL of the rows, as `text`, whose hash is that of the end state
 */
export async function reportOn(
  databaseUrl: string,
  { interleaver }: LabStack,
  { findings, counts, state }: { findings: Violation[]; counts: string; state: string },
): Promise<LabReport> {
  const rows = await queryRows<{ text: string }>(databaseUrl, `${state} order by 1`)
  const deadlocks = {
    code: 'deadlock',
    description: 'todas las transacciones bloquean en un mismo orden',
    rows: interleaver.deadlocks,
  }
  const hash = createHash('sha256').update(rows.map(({ text }) => text).join('\n'))
  return {
    violations: [...findings, deadlocks].filter((finding) => finding.rows.length > 0),
    hashes: { order: interleaver.orderHash(), state: hash.digest('hex').slice(0, HASH_LENGTH) },
    steps: interleaver.steps,
    faults: interleaver.faults,
    counts,
    rounds: interleaver.rounds,
    trace: interleaver.trace,
  }
}
