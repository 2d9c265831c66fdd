/** A call that was not answered with 00 or a refusal, after the tries of the app. */
export interface UnansweredCall {
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
export class CallRecorder {
  /** Milliseconds from the time at which each answered call was due, by call. */
  readonly latencies = new Map<string, number[]>()
  readonly unanswered: UnansweredCall[] = []
  /** Milliseconds by which the load itself began each arrival late: what the machine took from it. */
  readonly lateness: number[] = []
  /** Answers with a refusal (05), by call. */
  readonly refusals = new Map<string, number>()
  /** Tries that were not answered, by reason. */
  readonly failedTries = new Map<string, number>()
  readonly outages: Outage[] = []

  answered(call: string, milliseconds: number): void {
    const latencies = this.latencies.get(call) ?? []
    this.latencies.set(call, latencies)
    latencies.push(milliseconds)
  }
  /** The calls, answered or not. */
  total(): number {
    const answered = [...this.latencies.values()].reduce((sum, { length }) => sum + length, 0)
    return answered + this.unanswered.length
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
