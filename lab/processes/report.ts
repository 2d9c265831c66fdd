import { gatewayStateOf } from '#lab/evidence/checker.ts'
import { describeResults } from '#lab/evidence/checkRun.ts'
import { countAll } from '#lab/evidence/counts.ts'
import type { RunResult } from '#lab/processes/runFaults.ts'

/** The figures of a run, the invariants that held, and the rows that violate the others. */
export function report(run: RunResult): string {
  const { results, state, history, seconds, unsettled } = run
  return [
    `  duración   ${seconds.toFixed(1)} s`,
    `  pasarela   ${countAll(state.gateway.map(gatewayStateOf)).summary()}`,
    `  servidor   ${countAll(state.server.map((attempt) => attempt.state)).summary()}`,
    `  fallas     ${countAll(run.faults).summary()}`,
    `  red        ${run.proxyFaults.summary()}`,
    `  clientes   ${history.counts.summary()}`,
    `  pendiente  ${unsettled === 0 ? 'nada' : `${unsettled} sin resolver en el plazo`}`,
    ...describeResults(results, (row) => explain(row, run)),
    '',
  ].join('\n')
}

/** A row, and the plan of the attempt that it names by its number or by a token. */
function explain(row: object, { plans, history }: RunResult): string {
  const {
    attempt,
    token,
    tokens = [token],
  } = row as Partial<{
    attempt: number
    token: string
    tokens: string[]
  }>
  const issued = history.issuedTokens.find((each) => tokens.includes(each.token))
  const plan = plans.find(({ number }) => number === (attempt ?? issued?.attempt))
  return `${JSON.stringify(row)}\n      ${JSON.stringify(plan)}`
}
