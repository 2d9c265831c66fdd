import type { PaymentState } from '#contract/entities/payment.ts'

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
/** A message that had to be refused and was accepted. */
export interface WronglyAccepted {
  attempt: number
  what: string
}

/** The observations of the clients during a run. */
export interface History {
  issuedTokens: IssuedToken[]
  observations: Observation[]
  /** Forged messages that were accepted. */
  acceptedForgeries: WronglyAccepted[]
  /** Answers about another person's payment. */
  foreignAnswers: WronglyAccepted[]
  /** Requests with two answers, and identities with two accepted bodies. */
  idempotencyViolations: { attempt: number; identity: string; answers: string[] }[]
  /** HTTP statuses that no input may cause: anything but 200, and 503 during an outage. */
  defects: { attempt: number; call: string; status: number }[]
  /** Programs that ended without an injected fault. */
  crashes: { program: string; exit: string; lastOutput: string }[]
}

/** Records the history of a run, with figures for the report that the checker does not use. */
export class HistoryRecorder implements History {
  readonly issuedTokens: IssuedToken[] = []
  readonly observations: Observation[] = []
  readonly acceptedForgeries: WronglyAccepted[] = []
  readonly foreignAnswers: WronglyAccepted[] = []
  readonly idempotencyViolations: History['idempotencyViolations'] = []
  readonly defects: History['defects'] = []
  readonly crashes: History['crashes'] = []
  /** Milliseconds until each answer, by call. */
  readonly latencies = new Map<string, number[]>()
  readonly counts = new Map<string, number>()
  readonly #answers = new Map<string, Map<string, string>>()
  readonly #tokens = new Set<string>()
  readonly #firstSent = new Map<string, number>()

  count(event: string): void {
    this.counts.set(event, (this.counts.get(event) ?? 0) + 1)
  }

  recordLatency(call: string, milliseconds: number): void {
    const latencies = this.latencies.get(call) ?? []
    this.latencies.set(call, latencies)
    latencies.push(milliseconds)
  }

  /** When a request was first sent; the stored answer of a repeat may be as old as that. */
  firstSent(identity: string): number {
    const from = this.#firstSent.get(identity) ?? performance.now()
    this.#firstSent.set(identity, from)
    return from
  }

  /** Records the first issue of a token; the server may issue it again for the same debt. */
  recordToken(issued: IssuedToken): void {
    if (this.#tokens.has(issued.token)) return
    this.#tokens.add(issued.token)
    this.issuedTokens.push(issued)
  }

  /**
   * P7: a request (identity and body) has one answer, and an identity has one accepted body.
   * @param accepted whether the answer's code was 00
   */
  recordAnswer(
    attempt: number,
    identity: string,
    body: string,
    answer: string,
    accepted: boolean,
  ): void {
    const answers = this.#answers.get(identity) ?? new Map<string, string>()
    this.#answers.set(identity, answers)
    const previous = answers.get(body)
    if (previous === undefined) answers.set(body, answer)
    else if (previous !== answer)
      this.idempotencyViolations.push({ attempt, identity, answers: [previous, answer] })
    const ofOtherBodies = [...answers].filter(([other]) => other !== body).map(([, other]) => other)
    const alsoAccepted = ofOtherBodies.filter((other) => other.startsWith('00'))
    if (accepted && alsoAccepted.length > 0)
      this.idempotencyViolations.push({ attempt, identity, answers: [...alsoAccepted, answer] })
  }
}
