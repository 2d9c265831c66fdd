import { HOUR_MS } from '#contract/dates.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { type Attempt, attemptById } from '#db/payments/attempts.ts'
import {
  type AskedRefund,
  insertRefund,
  lockRefundable,
  type Refund,
  type RefundRefusal,
  refundedAlone,
  refundOf,
} from '#db/payments/refunds.ts'
import { type Proposal, propose } from '#db/proposals/proposals.ts'
import type { Context } from '#server/context.ts'
import { newAuditNumber } from '#server/gateway/gatewayClient.ts'
import { ifUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { type Limit, take } from '#server/http/limits.ts'
import { voidableUntil } from '#server/payments/businessDay.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'
import { sendRefund } from '#server/payments/outcome/sendRefund.ts'

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
type Asked = Omit<AskedRefund, 'id' | 'auditNumber'>

/**
 * Stores that a charge is taken back, as a whole or in part; above the network's limit, with what was taken back on this day, it is proposed to
 * another operator. `sendStored` asks the gateway when it is committed.
 * @throws a refusal that says why the charge cannot be taken back so
 */
export async function requestRefund(
  context: Context,
  caller: AuthenticatedCaller,
  asked: Asked,
): Promise<Refund | 'proposed'> {
  await take(context, caller, REFUNDS)
  const { db, random, config } = context
  const operator = operatorOf(context, caller)
  const attempt = await refundableBy(db, operator, asked)
  const id = uuidFrom(random(16))
  const before = Math.max(attempt.refundedAmount, await refundedAlone(db, operator, attempt))
  if (before + asked.amount > config.refundLimits[attempt.currency]) {
    const { attemptId: subject, ...content } = asked
    if (!(await propose(db, { id, kind: 'refund', subject, content }, operator)))
      throw refuse(...SENTENCES.pending)
    return 'proposed'
  }
  return await insertRefund(db, operator, attempt, withNumber(context, { ...asked, id }))
}

/**
 * Stores a refund that another operator has confirmed; its charge is locked by `lockAttempt`.
 * @throws a refusal where `requestRefund` would refuse it now
 */
export async function confirmRefund(
  context: Context,
  caller: AuthenticatedCaller,
  { id, subject: attemptId, content }: Proposal<'refund'>,
): Promise<Refund> {
  const { db } = context
  const operator = operatorOf(context, caller)
  const asked = { ...content, id, attemptId }
  const attempt = await refundableBy(db, operator, asked)
  return await insertRefund(db, operator, attempt, withNumber(context, asked))
}

/** With the audit number of the request to the gateway. */
const withNumber = ({ random }: Context, asked: Omit<AskedRefund, 'auditNumber'>) => ({
  ...asked,
  auditNumber: newAuditNumber(random),
})

/** Asks the gateway for a stored refund. @returns the refund as it is when it has answered, or has not in time */
export async function sendStored(context: Context, stored: Refund): Promise<Refund> {
  const attempt = await attemptById(context.db, stored.attemptId)
  await sendRefund(context, attempt, stored, GATEWAY_TIMEOUT_MS).catch(ifUnreachable(() => {}))
  return (await refundOf(context.db, { id: stored.id })) ?? stored
}

const operatorOf = ({ now }: Context, { personId: actorId }: AuthenticatedCaller) => ({
  actorId,
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
/** The charge with its debt locked. @throws the refusal of one that this operator cannot take back so */
async function refundableBy(
  db: Db,
  operator: ReturnType<typeof operatorOf>,
  asked: Parameters<typeof lockRefundable>[2],
): Promise<Attempt> {
  const locked = await lockRefundable(db, operator, asked)
  if (typeof locked === 'string') throw refuse(...SENTENCES[locked])
  if (locked.personId === operator.actorId)
    throw refuse('Tu propio pago lo tiene que devolver otra persona.', 'own_request')
  return locked
}
