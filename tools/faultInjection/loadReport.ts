import { duringOutage, type UnansweredCall } from '#tools/faultInjection/callRecorder.ts'
import { type LoadEvidence, memoryGrowth } from '#tools/faultInjection/loadFindings.ts'
import { atQuantile, pairs } from '#tools/faultInjection/report.ts'

/** Unanswered calls that the report lists. */
const MAX_LISTED = 10

/** The rule by which a call counts as answered. */
const RULE =
  'contestada: 00 o una negativa (05), con las repeticiones de la app: consultas a 1 y 2 s, cambios a 1 y 3 s, login nunca; una conexión rechazada va enseguida al otro servidor'

/** The figures of a run. */
export function loadReport(evidence: LoadEvidence): string {
  const { recorder, connections, quietSamples, mails, unpaid, violated } = evidence
  const { unanswered, outages } = recorder
  const calls = recorder.total()
  const share = (100 * (calls - unanswered.length)) / Math.max(1, calls)
  const outside = unanswered.filter((each) => !duringOutage(each, outages)).length
  const seconds = outages.map(({ from, until }) => ((until - from) / 1000).toFixed(1)).join(' y ')
  const used = connections.filter((count) => count !== null)
  const memory = memoryGrowth(quietSamples).map(
    ({ from, to }, server) => `servidor ${server} de ${from.toFixed(0)} a ${to.toFixed(0)} MB`,
  )
  return [
    `  regla       ${RULE}`,
    `  llamadas    ${calls}, contestadas ${share.toFixed(3)} %; sin respuesta ${unanswered.length}, ${outside} fuera de los cortes de la base`,
    ...unanswered.slice(0, MAX_LISTED).map(unansweredLine),
    `  cortes      de la base: ${seconds || 'ninguno'} s`,
    `  sin éxito   ${pairs(recorder.failedTries)}`,
    `  negativas   ${pairs(recorder.refusals)}`,
    '  tiempos     p50 / p99 / p99,9 en ms, desde el momento previsto',
    latencyLine('(el generador)', recorder.lateness),
    ...[...recorder.latencies].toSorted().map(([call, all]) => latencyLine(call, all)),
    `  memoria     ${memory.join(', ')}, en el tramo sin reinicios`,
    `  conexiones  a la base, ${Math.min(...used)} a ${Math.max(...used)}`,
    `  correos     ${mails.queued}: ${mails.lost.length} perdidos, ${mails.repeated.length} repetidos`,
    `  cobros      ${unpaid} sin pagar acá`,
    `  verify      ${violated.length === 0 ? 'bien' : `ROTA: ${violated.join(', ')}`}`,
    '',
  ].join('\n')
}

const unansweredLine = ({ call, reason, dueAt, endedAt }: UnansweredCall) =>
  `              ${call}: ${reason}, a los ${Math.round(endedAt - dueAt)} ms`

function latencyLine(name: string, latencies: readonly number[]): string {
  const [half, most, nearlyAll] = atQuantile(latencies, 0.5, 0.99, 0.999)
  return `    ${name.padEnd(26)}${half} / ${most} / ${nearlyAll}  (${latencies.length})`
}
