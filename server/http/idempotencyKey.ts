import { createHash } from 'node:crypto'
import { INVALID_SESSION } from '#contract/responseCodes.ts'
import {
  claimIdempotencyKey,
  claimWithAnswer,
  findIdempotentRequest,
  storeFirstAnswer,
} from '#db/accounts/idempotentRequests.ts'
import { isCommitted } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatedCaller, Handler, IdempotentRequest } from '#server/http/defineHandler.ts'
import { Refusal, refuse } from '#server/http/errors.ts'

/** Identifies a call across its repeats, also after a crash that lost its answer: session and audit number. */
export const idempotencyKey = ({ sessionHash, header }: AuthenticatedCaller): Buffer =>
  createHash('sha256').update(sessionHash).update(header.auditNumber).digest()

/** What a handler answered, and the number of the first answer when this one repeats it. */
export interface Outcome {
  fields: object
  rrn?: string | undefined
}

/** The idempotency key of a request. */
interface RequestKey {
  /** Of the session or the terminal. */
  callerHash: Buffer
  auditNumber: string
  /** Of the call's name and its fields. */
  bodyHash: Buffer
}

/**
 * P7: one effect and one answer for one request. A repeat that arrives while the first is still
 * running (or after a crash cut it off) runs the handler again: every handler that changes something
 * is safe to repeat, and both requests get the answer that was stored first.
 */
export async function onceOnly(
  context: Context,
  { callerHash, auditNumber, bodyHash, claimsItself }: RequestKey & Pick<Handler, 'claimsItself'>,
  work: (request: IdempotentRequest) => Promise<object>,
): Promise<Outcome> {
  const key = { sessionHash: callerHash, auditNumber, bodyHash, at: context.now() }
  const find = claimsItself ? findIdempotentRequest : claimIdempotencyKey
  const first = await find(context.db, key)
  assertSameBody(first, bodyHash)
  if (first?.answer) return unwrap(first.answer)
  // Reserved before the handler has a connection of the pool, of which a reservation takes another.
  const rrn = await context.rrn()
  const store = async (db: Db, answer: object) => {
    const storeFirst = claimsItself ? claimWithAnswer : storeFirstAnswer
    const stored = await storeFirst(db, { ...key, answer })
    if (stored === undefined) throw reused()
    return stored
  }
  let answered: { tx: Db; stored: unknown } | undefined
  const request: IdempotentRequest = {
    claim: async (tx) => assertSameBody(await claimIdempotencyKey(tx, key), bodyHash),
    answer: async (tx, fields) => {
      answered = { tx, stored: await store(tx, { fields, rrn }) }
    },
  }
  let outcome: object
  let secret = {}
  try {
    const { userSessionToken, ...fields } = (await work(request)) as { userSessionToken?: string }
    // A session token is answered once and stored nowhere.
    if (userSessionToken !== undefined) secret = { userSessionToken }
    outcome = { fields, rrn }
  } catch (error) {
    // The refusal of a session that ended meanwhile is not stored: its repeat fails authentication.
    if (!(error instanceof Refusal) || error.code === INVALID_SESSION) throw error
    const { code, message, reason } = error
    outcome = { code, sentence: message, reason, rrn }
  }
  // The transaction of the answer may have been rolled back, and the change made otherwise.
  const committed = answered && isCommitted(answered.tx) ? answered.stored : null
  const { fields, rrn: number } = unwrap(committed ?? (await store(context.db, outcome)))
  return { fields: { ...fields, ...secret }, rrn: number }
}

const reused = () =>
  refuse('Ese número de auditoría ya se usó para otro pedido.', 'audit_number_reused')

function assertSameBody(first: { bodyHash: Buffer } | undefined, bodyHash: Buffer): void {
  if (first && !first.bodyHash.equals(bodyHash)) throw reused()
}

function unwrap(stored: unknown): Outcome {
  const outcome = stored as { fields?: object; sentence: string } & Omit<Refusal, 'message'>
  const { fields, code, sentence, reason, rrn } = outcome
  if (fields) return { fields, rrn }
  throw new Refusal(code, sentence, reason, rrn)
}
