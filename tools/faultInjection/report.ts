import type { RunResult } from '#tools/faultInjection/run.ts'
import { truthOf } from '#tools/faultInjection/checker.ts'

/** Rows that are shown of each broken promise. */
const SHOWN = 8

/** What happened, in numbers; the verdict; and for each broken promise the rows that show it. */
export function report(
  outcome: RunResult,
  { attempts, seed }: { attempts: number; seed: number },
): string {
  const { verdicts, books, notebook, seconds, calm } = outcome
  const lines = [
    `  intentos   ${attempts} con la semilla ${seed}, en ${seconds.toFixed(1)} s (${Math.round(attempts / seconds)} por segundo)`,
    `  allá       ${tally(books.there.map(truthOf))}`,
    `  acá        ${tally(books.here.map(({ state }) => state))}`,
    `  fallas     ${outcome.faults.length}: ${tally(outcome.faults.map(({ victim }) => victim))}`,
    `  línea      ${pairs(outcome.mischief)}`,
    `  gente      ${pairs(notebook.counts)}`,
    `  tiempos    ${times(notebook.latencies)}`,
    `  en calma   ${calm === null ? 'nunca, en 60 s' : `${calm.toFixed(1)} s después de la última falla`}`,
  ]
  const held = verdicts.filter(({ by, rows }) => by === 'verify' && rows.length === 0)
  lines.push(`  verify bien  ${held.map(({ code }) => code).join(' ')}`)
  for (const { code, description, rows } of verdicts.filter((verdict) => !held.includes(verdict))) {
    const word = rows.length === 0 ? 'bien' : `ROTA (${rows.length})`
    lines.push(`  ${code.padEnd(7)}${word}  ${description}`)
    for (const row of rows.slice(0, SHOWN)) lines.push(`         ${JSON.stringify(row)}`)
  }
  return `${[...lines, ...plansBehind(outcome)].join('\n')}\n`
}

/** The plans of the attempts that the rows speak of, so that they can be carried out again. */
function plansBehind({ verdicts, plans, notebook }: RunResult): string[] {
  const attemptOf = new Map(notebook.handed.map(({ token, attempt }) => [token, attempt]))
  const shown = verdicts.flatMap(({ rows }) => rows.slice(0, SHOWN))
  const numbers = shown.flatMap((row) => {
    const {
      attempt,
      token,
      tokens = [],
    } = row as {
      attempt?: number
      token?: string
      tokens?: string[]
    }
    return [attempt, ...[token, ...tokens].map((one) => attemptOf.get(one ?? ''))]
  })
  const wanted = new Set(numbers)
  return plans
    .filter(({ number }) => wanted.has(number))
    .slice(0, SHOWN)
    .map((plan) => `  plan     ${JSON.stringify(plan)}`)
}

/** The names of the promises that did not hold. */
export const brokenIn = ({ verdicts }: RunResult): string[] => [
  ...new Set(verdicts.filter(({ rows }) => rows.length > 0).map(({ code }) => code)),
]

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return pairs(counts)
}
const pairs = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ') || 'nada'

function times(latencies: ReadonlyMap<string, number[]>): string {
  return [...latencies]
    .map(([call, all]) => {
      const sorted = all.toSorted((a, b) => a - b)
      return `${call} ${at(sorted, 0.5)}/${at(sorted, 0.99)} ms`
    })
    .join(', ')
}
const at = (sorted: readonly number[], part: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
