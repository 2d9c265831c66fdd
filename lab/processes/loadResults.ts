import { describeResults, violatedIn } from '#lab/evidence/checkRun.ts'
import type { LoadEvidence } from '#lab/processes/runLoad.ts'

/** From this length on a run has enough calls for 99.99 %, and enough time for memory to level off. */
const LONG_RUN_MINUTES = 20
/** Calls in 10,000 that may stay without an answer. */
const MAX_UNANSWERED = 1
/** In a short run, of the calls outside an outage of the database: a busy machine may lose some. */
const MAX_UNANSWERED_SHORT = 100
/** Two servers with the default DATABASE_POOL and two pipelines each. */
const MAX_CONNECTIONS = 2 * (6 + 2)
/** Growth of a server's resident memory in the undisturbed part: what a collection may leave. */
const MAX_GROWTH = 0.15
const MAX_GROWTH_MB = 25

/** The figures of a run, and whether each is as required. */
export function loadResults(evidence: LoadEvidence) {
  const { minutes, history, memory, connections, mails, results } = evidence
  const isLong = minutes >= LONG_RUN_MINUTES
  const answered = [...history.latencies.values()].reduce((sum, { count }) => sum + count, 0)
  const calls = answered + history.unanswered.length
  const counted = isLong ? history.unanswered : history.unansweredOutsideOutages()
  const most = Math.floor(((isLong ? MAX_UNANSWERED : MAX_UNANSWERED_SHORT) * calls) / 10_000)
  const growths = memory.from.map((from, server) => ({ from, to: memory.to[server] ?? 0 }))
  const violated = violatedIn(results)
  const { queued, lost, repeated, unacknowledged } = mails
  const figures: [passed: boolean, name: string, text: string][] = [
    [
      calls > 0 && counted.length <= most,
      'llamadas',
      `${calls}, sin respuesta ${counted.length}${isLong ? '' : ' fuera de los cortes de la base'}; se admiten ${most}`,
    ],
    [
      connections <= MAX_CONNECTIONS,
      'conexiones',
      `${connections} a la base; se admiten ${MAX_CONNECTIONS}`,
    ],
    [
      !isLong || !growths.some(({ from, to }) => to - from > from * MAX_GROWTH + MAX_GROWTH_MB),
      'memoria',
      growths.map(({ from, to }) => `de ${from.toFixed()} a ${to.toFixed()} MB`).join(', '),
    ],
    [
      lost + repeated + unacknowledged === 0,
      'correos',
      `${queued}: ${lost} perdidos, ${repeated} repetidos; ${unacknowledged} mensajes sin su único acuse`,
    ],
    [violated.length === 0, 'verify', violated.join(', ') || 'todo bien'],
  ]
  const lines = [
    ...figures.map(
      ([passed, name, text]) => `  ${passed ? 'bien' : 'MAL '}  ${name.padEnd(11)} ${text}`,
    ),
    ...counted.map(
      ({ call, reason, dueAt, endedAt }) =>
        `        ${call}: ${reason}, a los ${Math.round(endedAt - dueAt)} ms`,
    ),
    ...describeResults(results),
    `  negativas y pedidos sin éxito: ${history.counts.summary()}`,
    '  p50 / p99 / p99,9 en ms desde el momento previsto, y cantidad:',
    ...[...history.latencies].map(
      ([call, latencies]) =>
        `    ${call.padEnd(26)}${[50, 99, 99.9].map((each) => latencies.percentile(each)).join(' / ')}  ${latencies.count}`,
    ),
  ]
  return { text: lines.join('\n'), passed: figures.every(([passed]) => passed) }
}
