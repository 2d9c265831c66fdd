import { HOUR_MS } from '#contract/dates.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { decideAdjustment, type Proposed, proposeAdjustment } from '#db/loyalty/adjustments.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { type Limit, take } from '#server/http/limits.ts'
import { UUID_ID } from '#server/http/pagination.ts'

/** Many small adjustments would go around the second operator. */
export const ADJUSTMENTS: Limit = {
  name: 'adjustments',
  by: 'person',
  points: 20,
  per: HOUR_MS,
  taken: 'within',
}

/** An operator's adjustment of a member's points: posted, or waiting for another operator. */
export async function propose(
  context: Context,
  caller: AuthenticatedCaller,
  fields: Omit<Proposed, 'id'>,
) {
  await take(context, caller, ADJUSTMENTS)
  const id = uuidFrom(context.random(16))
  const operator = await operatorOf(context, caller)
  const limit = context.config.adjustmentLimit
  const state = await proposeAdjustment(context.db, operator, { id, ...fields }, limit)
  if (state === 'waiting' || state === 'posted' || state === 'rejected') return { id, state }
  throw refuseAdjustment(state)
}

/** Posts or rejects an adjustment that waits for another operator than the one that proposed it. */
export async function decide(
  context: Context,
  caller: AuthenticatedCaller,
  { id, authorized }: { id: string; authorized: boolean },
): Promise<void> {
  if (!UUID_ID.test(id)) throw notFound()
  const operator = await operatorOf(context, caller)
  const state = await decideAdjustment(context.db, operator, { id, authorized })
  if (state !== 'posted' && state !== 'rejected') throw refuseAdjustment(state)
}

const operatorOf = async (
  { now, rrn, jobs }: Context,
  { personId }: Pick<AuthenticatedCaller, 'personId'>,
) => ({ personId, now: now(), rrn: await rrn(), jobs })

const SENTENCES = {
  own: ['Tus propios puntos los tiene que ajustar otra persona.', 'own_request'],
  proposer: ['Este ajuste lo tiene que decidir otra persona.', 'own_request'],
  decided: ['Otra persona ya decidió este ajuste.', 'request_decided'],
  insufficient: ['Esa afiliación no tiene tantos puntos.', 'not_enough_points'],
} as const

/** The answer to an adjustment that cannot be; an ended loyalty is answered as one that does not exist. */
function refuseAdjustment(why: keyof typeof SENTENCES | 'notFound' | 'ended'): Error {
  if (why === 'notFound' || why === 'ended') return notFound()
  const [sentence, reason] = SENTENCES[why]
  return refuse(sentence, reason)
}
