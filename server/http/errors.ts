import { DENIED, type ResponseCode } from '#contract/responseCodes.ts'

/** A business refusal: HTTP 200, with a response code and a sentence for the person. */
export class Refusal extends Error {
  readonly code: ResponseCode
  constructor(code: ResponseCode, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** `throw refuse(DENIED, 'Esa deuda ya está paga.')` */
export const refuse = (code: ResponseCode, sentence: string) => new Refusal(code, sentence)

/** The same sentence for an id that does not exist and for one that belongs to another person. */
export const notFound = () => refuse(DENIED, 'No encontramos lo que pediste.')

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

/** HTTP 400: the body is missing, is not JSON, or has a shape that is never read; or there is no `Host`. */
export class MalformedRequestError extends Error {
  readonly statusCode = 400
}
