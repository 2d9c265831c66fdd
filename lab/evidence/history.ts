import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { PaymentState } from '#contract/entities/payment.ts'
import type { ResponseHeader } from '#contract/header.ts'
import { DENIED, OK } from '#contract/responseCodes.ts'
import { Counts } from '#lab/evidence/counts.ts'

/** An access token that our server issued. */
export interface IssuedToken {
  token: string
  reference: string
  attempt: number
}
/** The state of a payment in an answer with code 00. */
export interface Observation {
  token: string
  state: PaymentState
  /** When the call was first sent and when its answer arrived; the state held at some moment between. */
  from: number
  until: number
}

/** A part of a charge that an operator asked to give back, once. */
export interface AskedRefund {
  token: string
  /** Cents. */
  amount: number
  /** Whether the answer said that the gateway has given it back. */
  isDone: boolean
}

/** A call that was not answered with 00 or a refusal, after all tries. */
export interface UnansweredCall {
  call: string
  /** An HTTP status, a response code, or the error of the connection. */
  reason: string
  dueAt: number
  endedAt: number
}

/** Milliseconds after which a person wonders. */
const LATE_MS = 5_000

/** The observations of the clients during a run. */
export class History {
  readonly issuedTokens: IssuedToken[] = []
  readonly observations: Observation[] = []
  /** What operators asked to give back. */
  readonly refunds: AskedRefund[] = []
  /** What the clients themselves found to violate an invariant. */
  readonly violations: Record<
    'P7' | 'P10' | 'P11' | 'T8' | 'forged' | 'X1' | 'X7' | 'X8',
    object[]
  > = {
    P7: [],
    P10: [],
    P11: [],
    T8: [],
    forged: [],
    X1: [],
    X7: [],
    X8: [],
  }
  /** Refusals (05) by call, tries that were not answered by reason, and the like: for the report alone. */
  readonly counts = new Counts()
  /** Milliseconds from the time at which each answered call was due, by call. */
  readonly latencies = new Map<string, RecordableHistogram>()
  readonly unanswered: UnansweredCall[] = []
  /** How many calls were answered later than `LATE_MS` after they were due. */
  late = 0
  /** When the database did not serve. */
  readonly outages: { from: number; until: number }[] = []
  readonly #answers = new Map<string, Map<string, string>>()
  readonly #firstSent = new Map<string, number>()

  /** @param outcome the code of the answer, or the reason why there is none */
  recordCall(call: string, outcome: string, dueAt: number): void {
    const endedAt = performance.now()
    if (outcome === DENIED) this.counts.add(`05 ${call}`)
    else if (outcome !== OK) {
      this.unanswered.push({ call, reason: outcome, dueAt, endedAt })
      return
    }
    const latencies = this.latencies.get(call) ?? createHistogram()
    this.latencies.set(call, latencies)
    if (endedAt - dueAt > LATE_MS) this.late += 1
    latencies.record(Math.max(1, Math.round(endedAt - dueAt)))
  }

  /** The unanswered calls that were not under way while the database did not serve. */
  unansweredOutsideOutages(): UnansweredCall[] {
    const isDuring = ({ dueAt, endedAt }: UnansweredCall) =>
      this.outages.some(({ from, until }) => dueAt <= until && endedAt >= from)
    return this.unanswered.filter((call) => !isDuring(call))
  }

  /** When a request was first sent; the stored answer of a repeat may be as old as that. */
  firstSent(identity: string, now: number): number {
    const from = this.#firstSent.get(identity) ?? now
    this.#firstSent.set(identity, from)
    return from
  }

  /** Records the first issue of a token; the server may issue it again for the same debt. */
  recordToken(issued: IssuedToken): void {
    if (!this.issuedTokens.some(({ token }) => token === issued.token))
      this.issuedTokens.push(issued)
  }

  /**
   * P7: a request (identity and body) has one answer, and an identity has one accepted body.
   * @param answer its code first; accepted when that is 00
   */
  recordAnswer(attempt: number, identity: string, body: string, answer: string): void {
    const answers = this.#answers.get(identity) ?? new Map<string, string>()
    this.#answers.set(identity, answers)
    const contradicts = ([otherBody, other]: [string, string]) =>
      otherBody === body ? other !== answer : other.startsWith('00') && answer.startsWith('00')
    const contradicted = [...answers].filter(contradicts).map(([, other]) => other)
    if (contradicted.length > 0)
      this.violations.P7.push({ attempt, identity, answers: [...contradicted, answer] })
    if (!answers.has(body)) answers.set(body, answer)
  }
}

/** Code and fields of an answer, without `rrn` and `updatedData`, which differ in each repeat. */
export function comparable(text: string): string {
  const { responseHeader, ...fields } = JSON.parse(text) as { responseHeader: ResponseHeader }
  const { responseCode, responseDescription } = responseHeader
  return `${responseCode} ${responseDescription} ${JSON.stringify(fields)}`
}
