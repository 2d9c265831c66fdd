import type { RefusalReason } from '#contract/refusalReasons.ts'
import { DENIED, type ResponseCode } from '#contract/responseCodes.ts'

/** Why a call was refused that may be a part of an attack; `refusalTrace.ts` logs and counts it. */
export type TracedReason = (typeof TRACED_REASONS)[number]
export const TRACED_REASONS = [
  'login',
  /** The current password of a session's account. */
  'password',
  /** A code that was sent by email. */
  'code',
  'second_factor',
  /** A call of a session that has not shown its second factor. */
  'second_factor_missing',
  /** A passkey that was not accepted. */
  'passkey',
  /** The signature counter of a passkey did not rise: a copy of it is in use. */
  'passkey_counter',
  'role',
  /** HTTP 429: the wait after wrong tries, or a full queue. */
  'throttle',
  /** HTTP 429: too many requests of one address. */
  'rate_limit',
] as const

/** A business refusal: HTTP 200, with a response code, a sentence for the person and a word for programs. */
export class Refusal extends Error {
  readonly code: ResponseCode
  /** Undefined: no program has to tell it from others. */
  readonly reason: RefusalReason | undefined
  constructor(code: ResponseCode, sentence: string, reason: RefusalReason | undefined) {
    super(sentence)
    this.code = code
    this.reason = reason
  }
}

/** `throw refuse(DENIED, 'Esa deuda ya está paga.', 'debt_paid')` */
export const refuse = (code: ResponseCode, sentence: string, reason?: RefusalReason) =>
  new Refusal(code, sentence, reason)

/** The same sentence for an id that does not exist and for one that belongs to another person. */
export const notFound = () => refuse(DENIED, 'No encontramos lo que pediste.', 'not_found')

/** HTTP 429 with `Retry-After`. */
export class RateLimited extends Error {
  /** Seconds until the next try is accepted. */
  readonly seconds: number
  constructor(seconds: number) {
    super('too many')
    this.seconds = seconds
  }
}

/** HTTP 403: a page of another site sent the request, with the browser's cookies or without. */
export class CrossSiteError extends Error {}

/** HTTP 415: the body is in another character set than UTF-8. */
export class UnsupportedCharsetError extends Error {
  readonly statusCode = 415
}

/** HTTP 400: the body is missing, is not JSON, or has a shape that is never read; or there is no `Host`. */
export class MalformedRequestError extends Error {
  readonly statusCode = 400
}
