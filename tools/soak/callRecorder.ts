/** What the calls of a run are told apart by. */
export const CALL_CLASSES = [
  'login',
  'main',
  'lists',
  'notifications',
  'payments',
  'mail',
  'operators',
] as const
export type CallClass = (typeof CALL_CLASSES)[number]

/** A call that was not answered with 00 or a refusal, after the tries of the app. */
export interface UnansweredCall {
  callClass: CallClass
  call: string
  /** An HTTP status, a response code, or the error of the connection. */
  reason: string
  dueAt: number
  endedAt: number
}

/** A time in which the database did not serve. */
export interface Outage {
  from: number
  until: number
}

/** The calls of a run. */
export interface CallRecorder {
  /** Milliseconds from the time at which each answered call was due, by class. */
  readonly latencies: ReadonlyMap<CallClass, number[]>
  readonly unanswered: UnansweredCall[]
  /** Milliseconds by which the load itself began each arrival late: what the machine took from it. */
  readonly lateness: number[]
  /** Answers with a refusal (05), by call. */
  readonly refusals: Map<string, number>
  /** Tries that were repeated, by reason. */
  readonly repeats: Map<string, number>
  readonly outages: Outage[]
  answered(callClass: CallClass, call: string, code: string, milliseconds: number): void
  total(): number
}

export function createCallRecorder(): CallRecorder {
  const latencies = new Map<CallClass, number[]>(CALL_CLASSES.map((each) => [each, []]))
  const unanswered: UnansweredCall[] = []
  const refusals = new Map<string, number>()
  return {
    latencies,
    unanswered,
    lateness: [],
    refusals,
    repeats: new Map(),
    outages: [],
    answered(callClass, call, code, milliseconds) {
      latencies.get(callClass)?.push(milliseconds)
      if (code !== '00') increment(refusals, call)
    },
    total: () =>
      unanswered.length + [...latencies.values()].reduce((sum, { length }) => sum + length, 0),
  }
}

export function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Whether the call was under way while the database did not serve. */
export const duringOutage = (
  { dueAt, endedAt }: Pick<UnansweredCall, 'dueAt' | 'endedAt'>,
  outages: readonly Outage[],
): boolean => outages.some(({ from, until }) => dueAt <= until && endedAt >= from)

/** Why the last call without an answer had none, or which call was refused last. */
export function lastProblem({ unanswered, refusals }: CallRecorder): string {
  const last = unanswered.at(-1)
  return last ? `${last.call}: ${last.reason}` : `negativas: ${[...refusals.keys()].join(', ')}`
}
