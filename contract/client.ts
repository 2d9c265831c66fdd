import { type AnswerOf, type CallContract, pathOf, type RequestOf } from '#contract/call.ts'
import { type ResponseHeader, requestHeader } from '#contract/header.ts'
import { OK, transportFailure } from '#contract/responseCodes.ts'

/** Functions of the client's environment, so that this folder depends on no HTTP library. */
interface Transport {
  /** Base address of the API with its trailing slash: `https://app.example/api/`. */
  base: string
  /**
   * Sends a POST with `content-type: text/plain; charset=utf-8`.
   * @returns the HTTP status and the body as text
   */
  post: (address: string, body: string) => Promise<{ status: number; text: string }>
  /** Current time; it goes into the header's `dateTime` and `auditNumber`. */
  now: () => Date
  /** Random number from 0 (inclusive) to 1 (exclusive); it goes into `auditNumber`. */
  random: () => number
}

/** Error of a call that was not answered with 00. The message is the sentence for the user. */
export class CallError extends Error {
  /** The `responseCode` of the answer, or the HTTP status when it was not 2xx. */
  readonly code: string
  /** The word of the refusal, if it has one (`refusalReasons.ts`). */
  readonly reason: string | undefined
  constructor(code: string, sentence: string, reason?: string) {
    super(sentence)
    this.code = code
    this.reason = reason
  }
}

/**
 * A typed client for integrators:
 * `await client(transport, token)(movements, { loyaltyCode, dateFrom, dateTo })`.
 * @param token `userSessionToken` as `login` answered it; empty for open calls
 * @throws CallError when the HTTP status is not 2xx or the `responseCode` is not 00
 */
export const client =
  ({ base, post, now, random }: Transport, token = '') =>
  async <S extends CallContract>(contract: S, fields: RequestOf<S>): Promise<AnswerOf<S>> => {
    const header = requestHeader({ now: now(), random: random(), platform: 'a', token })
    const body = JSON.stringify({ requestHeader: header, ...fields })
    const { status, text } = await post(base + pathOf(contract), body)
    if (status < 200 || status > 299) throw new CallError(String(status), transportFailure(status))
    const answer = JSON.parse(text) as { responseHeader: ResponseHeader }
    const { responseCode, responseDescription, reason } = answer.responseHeader
    if (responseCode !== OK) throw new CallError(responseCode, responseDescription, reason)
    return contract.response.parse(answer) as AnswerOf<S>
  }
