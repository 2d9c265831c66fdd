import { HOUR_MS } from '#contract/dates.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { type Attempt, attemptById } from '#db/payments/attempts.ts'
import {
  insertRefund,
  lockRefund,
  lockRefundable,
  type ProposedRefund,
  type Refund,
  type RefundRefusal,
  refundOf,
  storeDecision,
} from '#db/payments/refunds.ts'
import { checkConfirmedFactor, WRONG_CODE } from '#server/auth/checkSecondFactorCode.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import type { Context } from '#server/context.ts'
import { newAuditNumber } from '#server/gateway/gatewayClient.ts'
import { ifUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { idempotencyKey } from '#server/http/idempotencyKey.ts'
import { type Limit, take } from '#server/http/limits.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'
import { sendRefund } from '#server/payments/outcome/sendRefund.ts'
import { voidableUntil } from '#server/payments/reconciliation/businessDay.ts'

/** Many small refunds would go around the second operator. */
export const REFUNDS: Limit = {
  name: 'refunds',
  by: 'person',
  points: 20,
  per: HOUR_MS,
  taken: 'within',
}
/** How long the gateway's answer may delay the call, in milliseconds; then the poller goes on. */
const GATEWAY_TIMEOUT_MS = 10_000

/** What is asked of an operator who takes a charge back. */
type Asked = Omit<ProposedRefund, 'id' | 'auditNumber'> & {
  /** Of the operator's second factor. */
  code: string
}

/**
 * Takes a charge back, as a whole or in part; above the network's limit it waits for another operator.
 * It is stored before the gateway is asked, and a repeat of the request meets what was stored.
 * @returns the refund as it is when the gateway has answered, or has not in time
 * @throws a refusal that says why the charge cannot be taken back so
 */
export async function proposeRefund(
  context: Context,
  caller: AuthenticatedCaller,
  { code, ...asked }: Asked,
): Promise<Refund> {
  await take(context, caller, REFUNDS)
  const id = uuidFrom(idempotencyKey(caller))
  const { personId, currency } = await attemptById(context.db, asked.attemptId)
  if (personId === caller.personId)
    throw refuse('Tu propio pago lo tiene que devolver otra persona.', 'own_request')
  const operator = operatorOf(context, caller)
  const proposed = { ...asked, id, auditNumber: newAuditNumber(context.random) }
  const stored = await inOwnTransaction(context, caller, async (tx, person) => {
    const earlier = await refundOf(tx, { id })
    if (earlier) return earlier
    const attempt = refundable(await lockRefundable(tx, operator, proposed))
    if (!(await checkConfirmedFactor(context, tx, { person, caller }, code))) return null
    const limit = context.config.refundLimits[currency]
    return await insertRefund(tx, operator, { attempt, proposed, limit })
  })
  return await send(context, stored)
}

/**
 * Confirms or rejects a refund that waits for another operator than the one that proposed it.
 * @throws a refusal, also where `proposeRefund` would refuse it now
 */
export async function decideRefund(
  context: Context,
  caller: AuthenticatedCaller,
  { id, code, authorized }: { id: string; code: string; authorized: boolean },
): Promise<Refund> {
  const operator = operatorOf(context, caller)
  const stored = await inOwnTransaction(context, caller, async (tx, person) => {
    const found = await refundOf(tx, { id })
    if (!found) throw notFound()
    const { personId } = await attemptById(tx, found.attemptId)
    if ([found.proposedBy, personId].includes(caller.personId))
      throw refuse('Esta devolución la tiene que decidir otra persona.', 'own_request')
    const locked = authorized ? await lockRefundable(tx, operator, found, id) : null
    // Read with the charge locked: of two decisions one counts, and a repeat of it changes nothing.
    const refund = (await lockRefund(tx, id)) ?? found
    if (refund.state !== 'waiting') {
      if (refund.decidedBy === caller.personId && authorized === (refund.state !== 'rejected'))
        return refund
      throw refuse('Esa devolución ya no espera una decisión.', 'request_decided')
    }
    const attempt = locked && refundable(locked)
    if (!(await checkConfirmedFactor(context, tx, { person, caller }, code))) return null
    return await storeDecision(tx, operator, refund, attempt)
  })
  return await send(context, stored)
}

/** @param stored null: the code was wrong, which is counted */
async function send(context: Context, stored: Refund | null): Promise<Refund> {
  if (!stored) throw refuse(WRONG_CODE, 'wrong_second_factor')
  if (stored.state !== 'sending') return stored
  const attempt = await attemptById(context.db, stored.attemptId)
  await sendRefund(context, attempt, stored, GATEWAY_TIMEOUT_MS).catch(ifUnreachable(() => {}))
  return (await refundOf(context.db, { id: stored.id })) ?? stored
}

const operatorOf = ({ now }: Context, { personId }: AuthenticatedCaller) => ({
  personId,
  now: now(),
  firstPollAt: firstPollAt(now()),
  voidableUntil,
})

const SENTENCES: Record<RefundRefusal, [string, RefusalReason]> = {
  notCharged: ['Ese cobro ya no está en pie: no hay nada que devolver.', 'not_paid'],
  pending: [
    'Ya hay una devolución de este pago en curso: esperá a que termine.',
    'request_pending',
  ],
  tooMuch: ['El importe es mayor que lo que queda por devolver de este pago.', 'refund_too_large'],
  voidOver: ['El plazo para anularlo terminó: rechazala, y después devolvelo.', 'day_closed'],
  voidFirst: ['Hasta las 2 de la mañana este pago solo se puede anular entero.', 'day_open'],
  refundOver: ['Pasaron más de 180 días: la pasarela ya no lo devuelve.', 'payment_too_old'],
}
function refundable(locked: Attempt | RefundRefusal): Attempt {
  if (typeof locked !== 'string') return locked
  throw refuse(...SENTENCES[locked])
}
