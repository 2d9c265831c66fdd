import type { AnswerOf, CallContract, ParsedRequestOf } from '#contract/call.ts'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import type { RequestHeader } from '#contract/requestHeader.ts'
import type { RoleCode } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/http/limits.ts'
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
  sessionHash: Buffer
  signedInAt: Date
  secondFactor: SecondFactorState
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

/** A request in the transactions of its handler, where its claim and its answer cost no commit. */
export interface IdempotentRequest {
  /**
   * Claims the key, unless it is claimed, in the transaction of the first change.
   * @throws Refusal when it is that of a request with other fields
   */
  claim(tx: Db): Promise<void>
  /** Stores the answer in the transaction of the last change. The caller gets the one that was stored first. */
  answer(tx: Db, fields: object): Promise<void>
}

/** What a handler works with beside the request. */
export interface CallWork extends IdempotentRequest {
  /** Where a call whose answer may be stale reads what it shows: a replica, or the same as `context.db`. */
  reads: Db
}

/** A contract with the function that serves it, and the limits of its calls. */
export interface Handler<S extends CallContract = CallContract> {
  contract: S
  work: Work<S>
  limits: readonly Limit[]
  /** Claims the request with its first change, in one transaction; the others find it claimed. */
  claimsItself: boolean
}
type Work<S extends CallContract> = (
  context: Context,
  fields: ParsedRequestOf<S>,
  caller: S['access'] extends 'open'
    ? AnonymousCaller
    : S['access'] extends 'terminal'
      ? TerminalCaller
      : AuthenticatedCaller,
  work: CallWork,
) => Promise<AnswerOf<S>>

/** Binds a function to its contract; a field that the contract does not declare does not compile. */
export const defineHandler = <const S extends CallContract>(
  contract: S,
  work: Work<S>,
  limits: readonly Limit[] = [],
  { claimsItself = false } = {},
): Handler<S> => ({ contract, work, limits, claimsItself })
