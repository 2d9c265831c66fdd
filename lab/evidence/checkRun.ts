import type { Violation } from '#db/invariants/invariant.ts'
import { checkHistory } from '#lab/evidence/checker.ts'
import type { History } from '#lab/evidence/history.ts'
import { findCardNumbers, type GatewayRecord, readState } from '#lab/evidence/readState.ts'
import { checkAllInvariants } from '#testing/harness/databaseChecks.ts'

/**
 * Compares what a run left here and at the gateway with what was told.
 * @param attempts to pay, of which enough have to be charged
 * @returns every invariant with the rows that violate it, and the payments of both sides
 */
export async function checkRun(
  databaseUrl: string,
  gateway: GatewayRecord[],
  history: History,
  attempts = 0,
) {
  const state = await readState(databaseUrl, gateway)
  const invariants = await checkAllInvariants(databaseUrl)
  const cardNumbers = await findCardNumbers(databaseUrl)
  return { state, results: checkHistory({ attempts, state, history, cardNumbers, invariants }) }
}

/** Rows shown of a violated invariant. */
const MAX_ROWS = 8

/** The codes of the violated invariants. */
export const violatedIn = (results: readonly Violation[]): string[] => [
  ...new Set(results.filter(({ rows }) => rows.length > 0).map(({ code }) => code)),
]

/** The codes of the invariants that held, and the rows that violate the others. */
export function describeResults(
  results: readonly Violation[],
  explain: (row: object) => string = (row) => JSON.stringify(row),
): string[] {
  const held = new Set(results.map(({ code }) => code))
  for (const code of violatedIn(results)) held.delete(code)
  return [
    `  bien       ${[...held].join(' ')}`,
    ...results
      .filter(({ rows }) => rows.length > 0)
      .flatMap(({ code, description, rows }) => [
        `  ROTA ${code}  ${description}, ${rows.length} filas`,
        ...rows.slice(0, MAX_ROWS).map((row) => `    ${explain(row)}`),
      ]),
  ]
}
