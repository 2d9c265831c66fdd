import type { AnswerOf, CallContract, ParsedRequestOf } from '#contract/call.ts'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import type { RequestHeader } from '#contract/requestHeader.ts'
import type { RoleCode } from '#contract/roles.ts'
import type { FirstRequest } from '#db/accounts/idempotentRequests.ts'
import type { Db } from '#db/core/db.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/http/limits.ts'
import type { OneTimeValue } from '#server/http/oneTimeValues.ts'
import type { SignedMessage } from '#server/http/terminalSignature.ts'

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
  /**
   * Called before work for this caller alone begins.
   * @throws Disconnected when the client has closed its connection
   */
  assertConnected: () => void
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
  sessionId: string
  sessionHash: Buffer
  signedInAt: Date
  secondFactor: SecondFactorState
  /** The first request under the audit number of a call that changes something; null when it was new. */
  firstRequest: FirstRequest | null
}

/**
 * The caller of a call of a terminal: its signature was valid, by a key in force, a moment ago. The
 * handler works in `inTerminalTransaction`, which asserts that again, and stores the message as
 * evidence there (`storeEvidence`) if the station answers for it.
 */
export interface TerminalCaller extends AnonymousCaller {
  terminalId: string
  terminalName: string
  /** The station of the terminal. */
  branchCode: string
  branchName: string
  /** Names the key that signed. */
  keyid: string
  /** When the terminal signed, by its own clock; at most 5 minutes off. */
  created: Date
  /** When the signature was verified. */
  receivedAt: Date
  /** What was signed. `header.auditNumber`, the id of the batch, is the nonce of the signature. */
  message: SignedMessage
}

/**
 * What a handler works with beside the request. The `context.db` of a call that changes something is the
 * transaction in which its idempotency key is claimed and its answer is stored: a repeat has one effect
 * without the handler's doing, and what it throws rolls its changes back (`refuseAndCommit` does not).
 */
export interface CallWork<Prepared = undefined> {
  /** Where a call whose answer may be stale reads what it shows: a replica, or the same as `context.db`. */
  reads: Db
  /** What `prepare` returned. */
  prepared: Prepared
  /** A value that the answer tells once and that is stored nowhere; a repeat tells the same one. */
  tell: (form: OneTimeValue) => string
  /**
   * Registers what is done after the commit and before the answer is sent: a call to the gateway. After a
   * crash it is not done, so that a job has to do it.
   * @param work gets the context without the transaction. It returns the fields, or throws the refusal,
   * that replace the stored answer; undefined: it stays
   */
  afterCommit: (work: AfterCommit) => void
}
export type AfterCommit = (context: Context) => Promise<object | undefined>

/** What a call that changes something needs beside its one transaction. */
interface CallPhases<S extends CallContract, Prepared> {
  /**
   * Runs before the transaction, with a database of its own: a hash, a call to the gateway, transactions
   * that have to be committed first. It may run again, and for a repeat too: what it changes has an
   * identity of its own.
   * @param preparation `claim` claims the idempotency key in one of its transactions, so that another
   * request under its number is refused from then on; `preparations` counts how often it has run
   */
  prepare?: (
    context: Context,
    fields: ParsedRequestOf<S>,
    caller: CallerOf<S>,
    preparation: { claim: (tx: Db) => Promise<unknown>; preparations: number },
  ) => Promise<Prepared>
  /** The email address whose account must not show in the duration of the call: see `constantTimeQueue`. */
  constantTimeOf?: (fields: ParsedRequestOf<S>) => string
}

/** A contract with the function that serves it, the limits of its calls and its other phases. */
export interface Handler<S extends CallContract = CallContract> extends CallPhases<S, unknown> {
  contract: S
  /** It gets what its own `prepare` returned. */
  work: Work<S, never>
  limits: readonly Limit[]
}
type CallerOf<S extends CallContract> = S['access'] extends 'open'
  ? AnonymousCaller
  : S['access'] extends 'terminal'
    ? TerminalCaller
    : AuthenticatedCaller
type Work<S extends CallContract, Prepared> = (
  context: Context,
  fields: ParsedRequestOf<S>,
  caller: CallerOf<S>,
  work: CallWork<Prepared>,
) => Promise<AnswerOf<S>>

/** Binds a function to its contract; a field that the contract does not declare does not compile. */
export const defineHandler = <const S extends CallContract>(
  contract: S,
  work: Work<S, undefined>,
  limits: readonly Limit[] = [],
): Handler<S> => ({ contract, work, limits })

/** Binds a call that changes something and needs more than its one transaction; says why in a comment. */
export const definePhasedHandler = <const S extends CallContract, Prepared>(
  contract: S,
  phases: CallPhases<S, Prepared> & { limits?: readonly Limit[]; work: Work<S, Prepared> },
): Handler<S> => ({ contract, limits: [], ...phases })
