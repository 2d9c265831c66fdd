import { createHash } from 'node:crypto'
import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { claimIdempotencyKey, storeFirstAnswer } from '#db/accounts/idempotentRequests.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
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
  { callerHash, auditNumber, bodyHash }: RequestKey,
  work: () => Promise<object>,
): Promise<Outcome> {
  const first = await claimIdempotencyKey(context.db, {
    sessionHash: callerHash,
    auditNumber,
    bodyHash,
    at: context.now(),
  })
  if (first && !first.bodyHash.equals(bodyHash))
    throw refuse('Ese número de auditoría ya se usó para otro pedido.', 'audit_number_reused')
  if (first?.answer) return unwrap(first.answer)
  let outcome: object
  let secret = {}
  try {
    const { userSessionToken, ...fields } = (await work()) as { userSessionToken?: string }
    // A session token is answered once and stored nowhere.
    if (userSessionToken !== undefined) secret = { userSessionToken }
    outcome = { fields, rrn: await context.rrn() }
  } catch (error) {
    // The refusal of a session that ended meanwhile is not stored: its repeat fails authentication.
    if (!(error instanceof Refusal) || error.code === INVALID_SESSION) throw error
    const { code, message, reason } = error
    outcome = { code, sentence: message, reason, rrn: await context.rrn() }
  }
  const stored = await storeFirstAnswer(context.db, callerHash, auditNumber, outcome)
  const { fields, rrn } = unwrap(stored)
  return { fields: { ...fields, ...secret }, rrn }
}

function unwrap(stored: unknown): Outcome {
  const outcome = stored as { fields?: object; sentence: string } & Omit<Refusal, 'message'>
  const { fields, code, sentence, reason, rrn } = outcome
  if (fields) return { fields, rrn }
  throw new Refusal(code, sentence, reason, rrn)
}
