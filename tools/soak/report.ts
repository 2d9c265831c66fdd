import { CALL_CLASSES, type CallRecorder, duringOutage } from '#tools/soak/callRecorder.ts'
import { memoryGrowth, type SoakEvidence } from '#tools/soak/findings.ts'

/** Unanswered calls that the report lists. */
const MAX_LISTED = 10

/** The rule by which a call counts as answered. */
const RULE =
  'contestada: 00 o una negativa (05), con las repeticiones de la app: consultas a 1 y 2 s, cambios a 1 y 3 s, login nunca; una conexión rechazada va enseguida al otro servidor'

/** The figures of a run. */
export function soakReport(
  evidence: SoakEvidence,
  recorder: CallRecorder,
  connections: readonly (number | null)[],
): string {
  const { calls, unanswered, outages, quietSamples, mails, unpaid, violated } = evidence
  const share = (100 * (calls - unanswered.length)) / Math.max(1, calls)
  const outside = unanswered.filter((each) => !duringOutage(each, outages)).length
  const seconds = outages.map(({ from, until }) => ((until - from) / 1000).toFixed(1)).join(' y ')
  const used = connections.filter((count) => count !== null)
  return [
    `  regla       ${RULE}`,
    `  llamadas    ${calls}, contestadas ${share.toFixed(3)} %; sin respuesta ${unanswered.length}, ${outside} fuera de los cortes de la base`,
    ...unanswered.slice(0, MAX_LISTED).map(unansweredLine),
    `  cortes      de la base: ${seconds || 'ninguno'} s`,
    `  repetidas   ${pairs(recorder.repeats)}`,
    `  negativas   ${pairs(recorder.refusals)}`,
    '  tiempos     p50 / p99 / p99,9 en ms, desde el momento previsto',
    latencyLine('(el generador)', recorder.lateness),
    ...CALL_CLASSES.map((each) => latencyLine(each, recorder.latencies.get(each) ?? [])),
    `  memoria     ${memoryGrowth(quietSamples)
      .map(
        ({ from, to }, server) => `servidor ${server} de ${from.toFixed(0)} a ${to.toFixed(0)} MB`,
      )
      .join(', ')}, en el tramo sin reinicios`,
    `  conexiones  a la base, ${Math.min(...used)} a ${Math.max(...used)}`,
    `  correos     ${mails.queued}: ${mails.lost.length} perdidos, ${mails.repeated.length} repetidos`,
    `  cobros      ${unpaid} sin pagar acá`,
    `  verify      ${violated.length === 0 ? 'bien' : `ROTA: ${violated.join(', ')}`}`,
    '',
  ].join('\n')
}

const unansweredLine = ({ call, reason, dueAt, endedAt }: SoakEvidence['unanswered'][number]) =>
  `              ${call}: ${reason}, a los ${Math.round(endedAt - dueAt)} ms`

function latencyLine(name: string, latencies: readonly number[]): string {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (quantile: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0)
  return `    ${name.padEnd(15)}${at(0.5)} / ${at(0.99)} / ${at(0.999)}  (${sorted.length})`
}

const pairs = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'ninguna'
