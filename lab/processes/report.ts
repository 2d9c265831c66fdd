import { gatewayStateOf } from '#lab/evidence/checker.ts'
import { countAll } from '#lab/evidence/counts.ts'
import type { RunResult } from '#lab/processes/runFaults.ts'

/** Rows and plans shown of each violated invariant. */
const MAX_ROWS = 8

/** The figures of a run, the invariants that held, and the rows that violate the others. */
export function report(run: RunResult): string {
  const { results, state, history, seconds, unsettled } = run
  const violated = results.filter(({ rows }) => rows.length > 0)
  const held = new Set(results.map(({ code }) => code))
  for (const { code } of violated) held.delete(code)
  return [
    `  duración   ${seconds.toFixed(1)} s`,
    `  pasarela   ${countAll(state.gateway.map(gatewayStateOf)).summary()}`,
    `  servidor   ${countAll(state.server.map((attempt) => attempt.state)).summary()}`,
    `  fallas     ${countAll(run.faults).summary()}`,
    `  red        ${run.proxyFaults.summary()}`,
    `  clientes   ${history.counts.summary()}`,
    `  pendiente  ${unsettled === 0 ? 'nada' : `${unsettled} sin resolver en el plazo`}`,
    `  bien       ${[...held].join(' ')}`,
    ...violated.map(({ code, description }) => `  ROTA ${code}  ${description}`),
    ...violated.flatMap(({ rows }) => rows.slice(0, MAX_ROWS)).map((row) => explain(row, run)),
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
  return `    ${JSON.stringify(row)}\n      ${JSON.stringify(plan)}`
}

/** The codes of the violated invariants. */
export const violatedIn = ({ results }: RunResult): string[] => [
  ...new Set(results.filter(({ rows }) => rows.length > 0).map(({ code }) => code)),
]
