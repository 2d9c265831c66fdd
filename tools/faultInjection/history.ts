import type { PaymentState } from '#contract/entities/payment.ts'

/** A token that our server gave somebody. */
export interface IssuedToken {
  token: string
  reference: string
  attempt: number
}
/** What our server said of a payment, in an answer with code 00. */
export interface Observation {
  token: string
  state: PaymentState
  /** The call was sent and its answer was there: at some moment between them it was so. */
  from: number
  until: number
}
/** A message that somebody made up or brought in another's place, and that was believed. */
export interface Believed {
  attempt: number
  what: string
}

/** What people saw during a campaign: one side of what the judge compares. */
export interface History {
  handed: IssuedToken[]
  sightings: Observation[]
  /** Forgeries that got a yes. */
  forged: Believed[]
  /** Answers about somebody else's payment. */
  foreign: Believed[]
  /** Identities with two answers, or with two bodies accepted. */
  contradicted: { attempt: number; identity: string; answers: string[] }[]
  /** Answers that no input may cause: any status but 200, and 503 while something is down. */
  defects: { attempt: number; call: string; status: number }[]
  /** Programs that ended though nobody had killed them. */
  falls: { program: string; how: string; lastWords: string }[]
}

/** A campaign's notes while they are being taken, with what is worth telling and proves nothing. */
export class HistoryRecorder implements History {
  readonly handed: IssuedToken[] = []
  readonly sightings: Observation[] = []
  readonly forged: Believed[] = []
  readonly foreign: Believed[] = []
  readonly contradicted: History['contradicted'] = []
  readonly defects: History['defects'] = []
  readonly falls: History['falls'] = []
  /** Milliseconds until each answer, by call. */
  readonly latencies = new Map<string, number[]>()
  readonly counts = new Map<string, number>()
  readonly #answers = new Map<string, Map<string, string>>()
  readonly #tokens = new Set<string>()
  readonly #sent = new Map<string, number>()

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  took(call: string, milliseconds: number): void {
    const known = this.latencies.get(call) ?? []
    this.latencies.set(call, known)
    known.push(milliseconds)
  }

  /** When a request was first sent, whoever sends it again: its answer may be as old as that. */
  firstSent(identity: string): number {
    const from = this.#sent.get(identity) ?? performance.now()
    this.#sent.set(identity, from)
    return from
  }

  /** A token may be handed out again and again; the first time is what is told of it. */
  wasHanded(handed: IssuedToken): void {
    if (this.#tokens.has(handed.token)) return
    this.#tokens.add(handed.token)
    this.handed.push(handed)
  }

  /**
   * P7: one request (identity and body) has one answer, and an identity has one body.
   * @param accepted whether the answer was a yes
   */
  answered(
    attempt: number,
    identity: string,
    body: string,
    answer: string,
    accepted: boolean,
  ): void {
    const known = this.#answers.get(identity) ?? new Map<string, string>()
    this.#answers.set(identity, known)
    const before = known.get(body)
    if (before === undefined) known.set(body, answer)
    else if (before !== answer)
      this.contradicted.push({ attempt, identity, answers: [before, answer] })
    const others = [...known].filter(([other]) => other !== body).map(([, other]) => other)
    const alsoAccepted = others.filter((other) => other.startsWith('00'))
    if (accepted && alsoAccepted.length > 0)
      this.contradicted.push({ attempt, identity, answers: [...alsoAccepted, answer] })
  }
}
