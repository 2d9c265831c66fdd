import { gatewayStateOf } from '#tools/faultInjection/checker.ts'
import type { RunResult } from '#tools/faultInjection/runFaults.ts'

/** Rows shown of each violated invariant. */
const MAX_ROWS = 8

/** The figures of a run, the result of each invariant, and the rows that violate it. */
export function report(
  run: RunResult,
  { attempts, seed }: { attempts: number; seed: number },
): string {
  const { results, state, history, seconds, settleSeconds } = run
  const lines = [
    `  intentos   ${attempts} con la semilla ${seed}, en ${seconds.toFixed(1)} s (${Math.round(attempts / seconds)} por segundo)`,
    `  pasarela   ${tally(state.gateway.map(gatewayStateOf))}`,
    `  servidor   ${tally(state.server.map((attempt) => attempt.state))}`,
    `  fallas     ${run.faults.length}: ${tally(run.faults.map(({ target }) => target))}`,
    `  red        ${pairs(run.proxyFaults)}`,
    `  clientes   ${pairs(history.counts)}`,
    `  tiempos    ${percentiles(history.latencies)}`,
    `  pendiente  ${settleSeconds === null ? 'sin resolver en el plazo' : `nada, ${settleSeconds.toFixed(1)} s después de la última falla`}`,
  ]
  const held = results.filter(({ source, rows }) => source === 'database' && rows.length === 0)
  lines.push(`  verify bien  ${held.map(({ invariant }) => invariant).join(' ')}`)
  for (const result of results.filter((each) => !held.includes(each))) {
    const { invariant, description, rows } = result
    const outcome = rows.length === 0 ? 'bien' : `ROTA (${rows.length})`
    lines.push(`  ${invariant.padEnd(7)}${outcome}  ${description}`)
    for (const row of rows.slice(0, MAX_ROWS)) lines.push(`         ${JSON.stringify(row)}`)
  }
  return `${[...lines, ...plansOfViolations(run)].join('\n')}\n`
}

/** The plans of the attempts that the shown rows name. */
function plansOfViolations({ results, plans, history }: RunResult): string[] {
  const attemptOf = new Map(history.issuedTokens.map(({ token, attempt }) => [token, attempt]))
  const shown = results.flatMap(({ rows }) => rows.slice(0, MAX_ROWS))
  const numbers = new Set(
    shown.flatMap((row) => {
      const {
        attempt,
        token,
        tokens = [],
      } = row as {
        attempt?: number
        token?: string
        tokens?: string[]
      }
      return [attempt, ...[token, ...tokens].map((each) => attemptOf.get(each ?? ''))]
    }),
  )
  return plans
    .filter(({ number }) => numbers.has(number))
    .slice(0, MAX_ROWS)
    .map((plan) => `  plan     ${JSON.stringify(plan)}`)
}

/** The codes of the violated invariants. */
export const violatedIn = ({ results }: RunResult): string[] => [
  ...new Set(results.filter(({ rows }) => rows.length > 0).map(({ invariant }) => invariant)),
]

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return pairs(counts)
}
/** Counts by name, the largest first. */
export const pairs = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ') || 'nada'

/** Median and 99th percentile of each call, in milliseconds. */
function percentiles(latencies: ReadonlyMap<string, number[]>): string {
  return [...latencies]
    .map(([call, all]) => `${call} ${atQuantile(all, 0.5, 0.99).join('/')} ms`)
    .join(', ')
}

/** The values at quantiles from 0 to 1, rounded; 0 without values. */
export function atQuantile(values: readonly number[], ...quantiles: number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return quantiles.map((quantile) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0),
  )
}
