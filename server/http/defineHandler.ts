import type { AnswerOf, CallContract, ParsedRequestOf } from '#contract/call.ts'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import type { RequestHeader } from '#contract/header.ts'
import type { RoleCode } from '#contract/roles.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/http/limits.ts'

/** The caller of an open call: there may be no session. */
export interface AnonymousCaller {
  header: RequestHeader
  /** The client's IP address; limits count by it. */
  address: string
  limits: readonly Limit[]
  /** Whether the call comes from our own web page; its session is also bound to a cookie. */
  browser: boolean
  /** Whether the call comes from the phone app's web view, which stores no cookie of ours. */
  webView: boolean
  /** The `User-Agent` header; empty when there is none. */
  userAgent: string
  /** Sets the binder cookie of a new session; null clears it. */
  bind: (binder: string | null) => void
  /** The device cookie as the browser sent it; its signature has not been checked. */
  device: string | undefined
  remember: (device: string) => void
}

/** The caller of a call that requires a session in force. */
export interface AuthenticatedCaller extends AnonymousCaller {
  personId: string
  roles: readonly RoleCode[]
  sessionHash: Buffer
  signedInAt: Date
  secondFactor: SecondFactorState
}
type CallerOf<S extends CallContract> = S['access'] extends 'open'
  ? AnonymousCaller
  : AuthenticatedCaller

/** A contract with the function that serves it, and the limits of its calls. */
export interface Handler<S extends CallContract = CallContract> extends Limits {
  contract: S
  work: Work<S>
}
type Work<S extends CallContract> = (
  context: Context,
  fields: ParsedRequestOf<S>,
  caller: CallerOf<S>,
) => Promise<AnswerOf<S>>
interface Limits {
  limits: readonly Limit[]
}

/** Binds a function to its contract; a field that the contract does not declare does not compile. */
export function defineHandler<const S extends CallContract>(contract: S, work: Work<S>): Handler<S>
export function defineHandler<const S extends CallContract>(
  contract: S,
  declared: Limits,
  work: Work<S>,
): Handler<S>
export function defineHandler<const S extends CallContract>(
  contract: S,
  ...declared: [Work<S>] | [Limits, Work<S>]
): Handler<S> {
  const [{ limits }, work] = declared.length === 1 ? [{ limits: [] }, declared[0]] : declared
  return { contract, limits, work }
}
