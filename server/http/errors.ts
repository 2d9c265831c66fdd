import type { RefusalReason } from '#contract/refusalReasons.ts'
import {
  DENIED,
  INVALID_SESSION,
  type ResponseCode,
  SESSION_OVER,
} from '#contract/responseCodes.ts'

/** A business refusal: HTTP 200, with a response code, a sentence for the person and a word for programs. */
export class Refusal extends Error {
  readonly code: ResponseCode
  /** Undefined: no program has to tell it from others. */
  readonly reason: RefusalReason | undefined
  /** Of the first answer, when this one repeats it. */
  readonly rrn: string | undefined
  /** Whether the changes of the call that is refused are committed: a wrong guess that was counted. */
  keepsChanges = false
  constructor(code: ResponseCode, sentence: string, reason?: RefusalReason, rrn?: string) {
    super(sentence)
    this.code = code
    this.reason = reason
    this.rrn = rrn
  }
}

/** `throw refuse('Esa deuda ya está paga.', 'debt_paid')` */
export const refuse = (sentence: string, reason?: RefusalReason) =>
  new Refusal(DENIED, sentence, reason)

/** The refusal, which commits what the handler has changed before. */
export const keepingChanges = (refusal: Refusal): Refusal =>
  Object.assign(refusal, { keepsChanges: true })

/** A refusal that commits what the handler has changed before. */
export const refuseAndCommit = (sentence: string, reason?: RefusalReason): Refusal =>
  keepingChanges(refuse(sentence, reason))

/** Thrown in the transaction of a call: what it prepared is outdated, and it is prepared again. */
export class PreparationOutdated extends Error {
  /** The answer when that has happened too often; undefined: that is a defect. */
  readonly refusal: Refusal | undefined
  constructor(refusal?: Refusal) {
    super('what was prepared is outdated')
    this.refusal = refusal
  }
}

/** The session has ended, or the call came without one. */
export const sessionOver = (reason?: 'session_ended') =>
  new Refusal(INVALID_SESSION, SESSION_OVER, reason)

/** The same sentence for an id that does not exist and for one that belongs to another person. */
export const notFound = () => refuse('No encontramos lo que pediste.', 'not_found')

/** HTTP 429 with `Retry-After`. */
export class RateLimited extends Error {
  /** Seconds until the next try is accepted. */
  readonly seconds: number
  constructor(seconds: number) {
    super('too many')
    this.seconds = seconds
  }
}

/** HTTP 503 with `Retry-After`: too many calls wait in this process. */
export class Busy extends Error {
  readonly statusCode = 503
}

/** The client has closed its connection, so that an answer would not be read. */
export class Disconnected extends Error {
  /** Not sent; nginx logs this status for it. */
  readonly statusCode = 499
}

/** HTTP 403: a page of another site sent the request, with the browser's cookies or without. */
export class CrossSiteError extends Error {}

/** HTTP 413: a batch has more items than the call takes. */
export class TooManyItemsError extends Error {
  readonly statusCode = 413
  readonly maxItems: number
  constructor(maxItems: number) {
    super('too many items')
    this.maxItems = maxItems
  }
}

/** HTTP 415: the body is in another character set than UTF-8. */
export class UnsupportedCharsetError extends Error {
  readonly statusCode = 415
}

/** HTTP 400: the body is missing, is not JSON, or has a shape that is never read; or there is no `Host`. */
export class MalformedRequestError extends Error {
  readonly statusCode = 400
}
