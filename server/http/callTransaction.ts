import { INVALID_SESSION } from '#contract/responseCodes.ts'
import {
  claimIdempotencyKey,
  claimWithAnswer,
  type FirstRequest,
  findIdempotentRequest,
  type IdempotencyKey,
  storeAnswer,
  storeAnswerWithCommit,
} from '#db/accounts/idempotentRequests.ts'
import { inTransaction, REPEATABLE } from '#db/core/connection.ts'
import type { Context } from '#server/context.ts'
import type {
  AfterCommit,
  AnonymousCaller,
  AuthenticatedCaller,
  Handler,
  TerminalCaller,
} from '#server/http/defineHandler.ts'
import { PreparationOutdated, Refusal, refuse } from '#server/http/errors.ts'
import { oneTimeValues } from '#server/http/oneTimeValues.ts'

/** What a call is answered, the number of the answer, and the binder of the session that it renewed. */
export interface Outcome {
  fields: object
  rrn?: string | undefined
  binder?: string | null | undefined
}
interface CheckedCall {
  handler: Handler
  /** As the contract parsed them. */
  fields: Record<string, unknown>
  caller: AnonymousCaller | AuthenticatedCaller | TerminalCaller
}

/** 23505: a concurrent transaction stored the same; the handler runs again and finds it. */
const REPEATABLE_CALL = [...REPEATABLE, '23505']
/** How often a call is prepared before it is a defect that the preparation is outdated. */
const MAX_PREPARATIONS = 4

/**
 * P7: answers a call that changes something, with one effect and one answer for all its repeats. One
 * transaction claims the idempotency key, runs the handler and stores the answer. A repeat waits for the
 * row of the claim and gets the stored answer; after a crash it finds nothing of the first request. A
 * refusal rolls the handler's changes back, unless it says otherwise, and is the stored answer.
 * @param takeLimits is called for the first request alone
 */
export async function answerOnce(
  context: Context,
  call: CheckedCall,
  key: IdempotencyKey,
  takeLimits: () => Promise<void>,
): Promise<Outcome> {
  const told = valuesTold(context, key)
  // Authentication has read it with the session.
  const { caller } = call
  const first =
    'firstRequest' in caller ? caller.firstRequest : await findIdempotentRequest(context.db, key)
  if (first) assertSameBody(first, key)
  if (first?.answer) return outcomeOf(told.reveal(first.answer))
  await takeLimits()
  // Refusals have their number too, and a transaction holds a connection while it waits for one.
  const rrn = await context.rrn()
  try {
    const answer = await answerInTransaction(context, call, key, { told, rrn })
    return outcomeOf(told.reveal(answer))
  } catch (error) {
    const stored = isStorable(error) && { ...refusedAnswer(error), rrn }
    if (!stored) throw error
    const row = await claimWithAnswer(context.db, { ...key, at: context.now(), answer: stored })
    if (!row) throw reused()
    return outcomeOf(told.reveal(row.answer ?? stored))
  }
}

/** The stored answer of a request; undefined when there is none. */
export async function storedOutcome(
  context: Context,
  key: IdempotencyKey,
): Promise<Outcome | undefined> {
  const first = await findIdempotentRequest(context.db, key)
  if (!first?.answer || !first.bodyHash.equals(key.bodyHash)) return undefined
  return outcomeOf(valuesTold(context, key).reveal(first.answer))
}

const valuesTold = ({ config }: Context, { callerId, auditNumber, bodyHash }: IdempotencyKey) =>
  oneTimeValues(config.secret, [callerId, auditNumber, bodyHash])

async function answerInTransaction(
  context: Context,
  { handler, fields, caller }: CheckedCall,
  key: IdempotencyKey,
  { told, rrn }: { told: ReturnType<typeof oneTimeValues>; rrn: string },
  preparations = 1,
): Promise<object> {
  const claim = async (tx: Context['db']) => {
    const first = await claimIdempotencyKey(tx, { ...key, at: context.now() })
    assertSameBody(first, key)
    return first.answer as Record<string, unknown> | null
  }
  const prepared = await handler.prepare?.(context, fields, caller as never, {
    claim,
    preparations,
  })
  let afterCommit: AfterCommit[] = []
  const answerIn = async (tx: Context['db']) => {
    afterCommit = []
    const stored = await claim(tx)
    if (stored) return stored
    const later = (work: AfterCommit) => void afterCommit.push(work)
    // The cookies of a change are set when it is committed; that of the session by each repeat, too.
    let binder: string | null | undefined
    const bind = (fresh: string | null) => void (binder = fresh)
    const remember = (device: string) =>
      later(async () => {
        caller.remember(device)
        return undefined
      })
    const deferred = { ...caller, bind, remember }
    const inCall = { ...context, db: tx }
    const work = { reads: tx, prepared, tell: told.tell, afterCommit: later }
    const answer = await handler
      .work(inCall, fields, deferred as never, work as never)
      .then((given) => ({ fields: given, rrn, ...(binder !== undefined && { binder }) }))
      .catch((error: unknown) => {
        if (!isStorable(error) || !error.keepsChanges) throw error
        return { ...refusedAnswer(error), rrn }
      })
    const hidden: Record<string, unknown> = told.hide(answer)
    storeAnswerWithCommit(tx, key, hidden)
    return hidden
  }
  const run = () => inTransaction(context.db, answerIn, REPEATABLE_CALL)
  let answer: object
  try {
    const whose = handler.constantTimeOf?.(fields)
    answer = await (whose === undefined
      ? run()
      : context.constantTimeQueue({ key: whose, caller: caller.address }, run))
  } catch (error) {
    if (!(error instanceof PreparationOutdated)) throw error
    if (preparations === MAX_PREPARATIONS) throw error.refusal ?? error
    return await answerInTransaction(
      context,
      { handler, fields, caller },
      key,
      { told, rrn },
      preparations + 1,
    )
  }
  for (const work of afterCommit) {
    const changed = await work(context).catch((error: unknown) => {
      if (!isStorable(error)) throw error
      return error
    })
    if (!changed) continue
    answer = { ...(changed instanceof Refusal ? refusedAnswer(changed) : { fields: changed }), rrn }
    await storeAnswer(context.db, key, told.hide(answer))
  }
  return answer
}

/** The refusal of a session that ended meanwhile is not stored: its repeat fails authentication. */
const isStorable = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code !== INVALID_SESSION

const refusedAnswer = ({ code, message, reason }: Refusal) => ({ code, sentence: message, reason })

const reused = () =>
  refuse('Ese número de auditoría ya se usó para otro pedido.', 'audit_number_reused')

function assertSameBody({ bodyHash }: FirstRequest, key: IdempotencyKey): void {
  if (!bodyHash.equals(key.bodyHash)) throw reused()
}

function outcomeOf(answer: object): Outcome {
  const { fields, code, sentence, reason, rrn, binder } = answer as {
    fields?: object
    sentence: string
  } & Omit<Refusal, 'message'> &
    Pick<Outcome, 'binder'>
  if (fields) return { fields, rrn, binder }
  throw new Refusal(code, sentence, reason, rrn)
}
