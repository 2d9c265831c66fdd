import { type CallRecorder, duringOutage } from '#tools/faultInjection/callRecorder.ts'
import type { MailCheck } from '#tools/faultInjection/mailCheck.ts'
import type { ResourceSample } from '#tools/faultInjection/resourceSamples.ts'

/** The results of a run. */
export interface LoadEvidence {
  minutes: number
  recorder: CallRecorder
  /** Connections to the database at each sample; null while it does not serve. */
  connections: readonly (number | null)[]
  /** Of the undisturbed end of the run. */
  quietSamples: readonly ResourceSample[]
  mails: MailCheck
  /** Payments that were charged, and are not paid here. */
  unpaid: number
  /** Codes of violated invariants. */
  violated: readonly string[]
  /** Programs that ended by themselves. */
  crashes: readonly string[]
}

/** From this length on a run has enough calls for 99.99 %, and enough time for memory to level off. */
const LONG_RUN_MINUTES = 20
/** Calls in 10,000 that may stay without an answer. */
const MAX_UNANSWERED = 1
/** In a short run, of the calls outside an outage of the database: a busy machine may lose some. */
const MAX_UNANSWERED_SHORT = 100
/** Two servers with the default DATABASE_POOL and two pipelines each. */
export const MAX_CONNECTIONS = 2 * (6 + 2)
/** Growth of a server's resident memory in the undisturbed part: what a collection may leave. */
const MAX_GROWTH = 0.15
const MAX_GROWTH_MB = 25

/** Why a run is not good, one sentence each; empty for a good one. */
export function findingsOf(evidence: LoadEvidence): string[] {
  const { mails, violated, crashes, unpaid } = evidence
  return [
    ...answerFindings(evidence),
    ...resourceFindings(evidence),
    ...countFinding(mails.lost.length, 'correos no llegaron'),
    ...countFinding(mails.repeated.length, 'correos llegaron más de una vez'),
    ...countFinding(mails.unacknowledged.length, 'mensajes sin su único acuse por correo'),
    ...countFinding(unpaid, 'cobros de la pasarela no están pagos acá'),
    ...countFinding(crashes.length, `programas terminaron solos: ${crashes.join(', ')}`),
    ...(violated.length > 0 ? [`invariantes rotas: ${violated.join(', ')}`] : []),
  ]
}

const countFinding = (count: number, text: string) => (count > 0 ? [`${count} ${text}`] : [])

function answerFindings({ minutes, recorder }: LoadEvidence): string[] {
  const { unanswered, outages } = recorder
  const calls = recorder.total()
  const isLong = minutes >= LONG_RUN_MINUTES
  const counted = isLong ? unanswered : unanswered.filter((each) => !duringOutage(each, outages))
  const most = ((isLong ? MAX_UNANSWERED : MAX_UNANSWERED_SHORT) * calls) / 10_000
  if (calls === 0) return ['no hubo llamadas']
  return counted.length > most
    ? [`${counted.length} de ${calls} llamadas sin respuesta, y se admiten ${Math.floor(most)}`]
    : []
}

function resourceFindings({ minutes, quietSamples }: LoadEvidence): string[] {
  const connections = Math.max(0, ...quietSamples.map((sample) => sample.connections ?? 0))
  const tooMany =
    connections > MAX_CONNECTIONS
      ? [`${connections} conexiones a la base, y se admiten ${MAX_CONNECTIONS}`]
      : []
  if (minutes < LONG_RUN_MINUTES) return tooMany
  const grown = memoryGrowth(quietSamples).flatMap(({ from, to }, server) =>
    to - from > from * MAX_GROWTH + MAX_GROWTH_MB
      ? [`la memoria del servidor ${server} creció de ${Math.round(from)} a ${Math.round(to)} MB`]
      : [],
  )
  return [...tooMany, ...grown]
}

/** The median memory of each server in the first and in the last third of the samples, in megabytes. */
export function memoryGrowth(samples: readonly ResourceSample[]): { from: number; to: number }[] {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const servers = samples[0]?.memory.length ?? 0
  return Array.from({ length: servers }, (_, server) => {
    const ofServer = samples.map(({ memory }) => memory[server] ?? Number.NaN)
    return { from: median(ofServer.slice(0, third)), to: median(ofServer.slice(-third)) }
  })
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
