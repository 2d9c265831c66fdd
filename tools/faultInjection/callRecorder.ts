import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { Counts } from '#tools/faultInjection/counts.ts'

/** A call that was not answered with 00 or a refusal, after the tries of the app. */
export interface UnansweredCall {
  call: string
  /** An HTTP status, a response code, or the error of the connection. */
  reason: string
  dueAt: number
  endedAt: number
}

/** The calls of a load. */
export class CallRecorder {
  /** Milliseconds from the time at which each answered call was due, by call. */
  readonly latencies = new Map<string, RecordableHistogram>()
  readonly unanswered: UnansweredCall[] = []
  /** Refusals (05) by call, and tries that were not answered by reason. */
  readonly counts = new Counts()
  /** When the database did not serve. */
  readonly outages: { from: number; until: number }[] = []

  recordLatency(call: string, milliseconds: number): void {
    const latencies = this.latencies.get(call) ?? createHistogram()
    this.latencies.set(call, latencies)
    latencies.record(Math.max(1, Math.round(milliseconds)))
  }

  /** The unanswered calls that were not under way while the database did not serve. */
  unansweredOutsideOutages(): UnansweredCall[] {
    const isDuring = ({ dueAt, endedAt }: UnansweredCall) =>
      this.outages.some(({ from, until }) => dueAt <= until && endedAt >= from)
    return this.unanswered.filter((call) => !isDuring(call))
  }

  /** The calls, answered or not. */
  total(): number {
    const answered = [...this.latencies.values()].reduce((sum, { count }) => sum + count, 0)
    return answered + this.unanswered.length
  }
}
