import { DENIED, type ResponseCode } from '#contract/responseCodes.ts'
import type { RequestHeader } from '#contract/header.ts'
import type { RoleCode } from '#contract/roles.ts'
import type { AnswerOf, ParsedRequestOf, Service } from '#contract/service.ts'
import type { Context } from '#server/context.ts'

/** Who is at the door of an open call. */
export interface AnonymousCaller {
  header: RequestHeader
  /** The address that limits are counted by. */
  address: string
  /** A browser of ours: its session is bound to a cookie as well. */
  browser: boolean
  /** Hands the browser the second half of a new session, or takes it back with null. */
  bind: (binder: string | null) => void
  /** The word of an earlier login that the browser kept; nothing until its signature is looked at. */
  device: string | undefined
  /** Hands the browser such a word. */
  remember: (device: string) => void
}
/** Who calls with a session in force. */
export interface AuthenticatedCaller extends AnonymousCaller {
  personId: string
  roles: readonly RoleCode[]
  sessionHash: Buffer
  /** When this session began. */
  signedInAt: Date
  /** Whether this session has shown a second factor. */
  secondFactor: boolean
}
type CallerOf<S extends Service> = S['access'] extends 'open'
  ? AnonymousCaller
  : AuthenticatedCaller

/** A contract with the work that keeps it. */
export interface Handler<S extends Service = Service> {
  contract: S
  work: (context: Context, fields: ParsedRequestOf<S>, caller: CallerOf<S>) => Promise<AnswerOf<S>>
}

/** Ties the work to its contract: a field that the contract does not name does not compile. */
export function defineHandler<const S extends Service>(
  contract: S,
  work: Handler<S>['work'],
): Handler<S> {
  return { contract, work }
}

/** A business no: HTTP 200, with a code and a sentence for the person. */
export class Refusal extends Error {
  readonly code: ResponseCode
  constructor(code: ResponseCode, sentence: string) {
    super(sentence)
    this.code = code
  }
}
/** `throw refuse(DENIED, 'Esa deuda ya está paga.')` */
export const refuse = (code: ResponseCode, sentence: string) => new Refusal(code, sentence)
/** One sentence for "not yours" and "does not exist" (S3). */
export const notFound = () => refuse(DENIED, 'No encontramos lo que pediste.')

/** HTTP 429: come back after so many seconds. */
export class RateLimited extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('too many')
    this.seconds = seconds
  }
}
