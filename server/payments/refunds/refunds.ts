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
import type { Context } from '#server/context.ts'
import { newAuditNumber } from '#server/gateway/gatewayClient.ts'
import { ifUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
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
type Asked = Omit<ProposedRefund, 'id' | 'auditNumber'>

/**
 * Stores that a charge is taken back, as a whole or in part; above the network's limit it waits for
 * another operator. `sendStored` asks the gateway when it is committed.
 * @throws a refusal that says why the charge cannot be taken back so
 */
export async function proposeRefund(
  context: Context,
  caller: AuthenticatedCaller,
  asked: Asked,
): Promise<Refund> {
  await take(context, caller, REFUNDS)
  const { personId, currency } = await attemptById(context.db, asked.attemptId)
  if (personId === caller.personId)
    throw refuse('Tu propio pago lo tiene que devolver otra persona.', 'own_request')
  const operator = operatorOf(context, caller)
  const { random, config, db } = context
  const proposed = { ...asked, id: uuidFrom(random(16)), auditNumber: newAuditNumber(random) }
  const attempt = refundable(await lockRefundable(db, operator, proposed))
  const limit = config.refundLimits[currency]
  return await insertRefund(db, operator, { attempt, proposed, limit })
}

/**
 * Confirms or rejects a refund that waits for another operator than the one that proposed it.
 * @throws a refusal, also where `proposeRefund` would refuse it now
 */
export async function decideRefund(
  context: Context,
  caller: AuthenticatedCaller,
  { id, authorized }: { id: string; authorized: boolean },
): Promise<Refund> {
  const { db } = context
  const operator = operatorOf(context, caller)
  const found = await refundOf(db, { id })
  if (!found) throw notFound()
  const { personId } = await attemptById(db, found.attemptId)
  if ([found.proposedBy, personId].includes(caller.personId))
    throw refuse('Esta devolución la tiene que decidir otra persona.', 'own_request')
  const locked = authorized ? await lockRefundable(db, operator, found, id) : null
  // Read with the charge locked: of two decisions one counts.
  const refund = (await lockRefund(db, id)) ?? found
  if (refund.state !== 'waiting')
    throw refuse('Esa devolución ya no espera una decisión.', 'request_decided')
  return await storeDecision(db, operator, refund, locked && refundable(locked))
}

/** Asks the gateway for a stored refund. @returns the refund as it is when it has answered, or has not in time */
export async function sendStored(context: Context, stored: Refund): Promise<Refund> {
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
