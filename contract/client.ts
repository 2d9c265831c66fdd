import { OK, transportFailure } from '#contract/responseCodes.ts'
import { type ResponseHeader, requestHeader } from '#contract/header.ts'
import { type AnswerOf, pathOf, type RequestOf, type Service } from '#contract/service.ts'

/** What a client needs of the world: this folder imports nothing of it. */
export interface Transport {
  /** Where the calls are, with its last slash: `https://app.example/api/`. */
  base: string
  /** Posts a text and brings the answer's. */
  post: (address: string, body: string) => Promise<{ status: number; text: string }>
  now: () => Date
  /** From 0 up to, not including, 1. */
  random: () => number
}

/** A call that did not answer 00: the server's code and sentence, or the HTTP status. */
export class CallError extends Error {
  readonly code: string
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/**
 * A typed client for integrators: `await call(movements, { loyaltyCode, dateFrom, dateTo })`.
 * @param token the session's, from `login`; empty for open calls
 * @throws NotDone for whatever is not 00
 */
export const client =
  ({ base, post, now, random }: Transport, token = '') =>
  async <S extends Service>(service: S, fields: RequestOf<S>): Promise<AnswerOf<S>> => {
    const header = requestHeader({ now: now(), random: random(), platform: 'a', token })
    const body = JSON.stringify({ requestHeader: header, ...fields })
    const { status, text } = await post(base + pathOf(service), body)
    if (status < 200 || status > 299) throw new CallError(String(status), transportFailure(status))
    const answer = JSON.parse(text) as { responseHeader: ResponseHeader }
    const { responseCode, responseDescription } = answer.responseHeader
    if (responseCode !== OK) throw new CallError(responseCode, responseDescription)
    return service.response.parse(answer) as AnswerOf<S>
  }
