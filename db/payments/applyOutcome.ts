import { and, eq, inArray, ne } from 'drizzle-orm'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { type AttemptState, ATTEMPT_TRANSITIONS } from '#contract/entities/payment.ts'
import { type Attempt, attemptById, matchesDebt } from '#db/payments/attempts.ts'
import { post } from '#db/loyalty/pointsLedger.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { reversePayment } from '#db/loyalty/pointsReversal.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { uuidOf } from '#db/core/uuid.ts'

/** What the gateway told of a charge, fit to be kept: no more of the card than its last digits. */
export interface ChargeDetails {
  /** The gateway's number of the charge; absent where nothing was charged, or none was told. */
  paymentToken?: string
  authorizationCode: string
  maskedCard: string
  law: string
  refund: number
  installments: number
  reason: string
}
/** What the person is told of it. */
export interface NotificationText {
  title: string
  text: string
}
/** Where an attempt is to go, on the gateway's own answer. */
export interface Outcome {
  to: AttemptState
  facts?: ChargeDetails
  news?: NotificationText
  now: Date
  /** Of the points' transaction, if there is one. */
  rrn: string
  /** When to look again: at an attempt that stays open, or at a charge that could not be kept. */
  lookAt: Date
}
export interface AppliedOutcome {
  attempt: Attempt
  /** Moved now; was there before; or may not go there, so that nothing changed. */
  result: 'moved' | 'already' | 'refused'
}

/**
 * Moves an attempt along one of the listed edges, with everything that follows from it, in one
 * transaction: the debt, the points, the notification. A repeat changes nothing. Whoever moves any
 * attempt of a debt holds the debt's row: it is always the first lock taken.
 * @param seen the attempt as it was read before the gateway was asked
 */
export async function applyOutcome(
  db: Db,
  seen: Attempt,
  settlement: Outcome,
): Promise<AppliedOutcome> {
  return await inTransaction(db, async (tx) => {
    await tx
      .select({ reference: debt.reference })
      .from(debt)
      .where(eq(debt.reference, seen.debtReference))
      .for('update')
    const attempt = await attemptById(tx, seen.id)
    const { to, lookAt } = settlement
    if (attempt.state === to) return { attempt, result: 'already' }
    const allowed =
      ATTEMPT_TRANSITIONS[attempt.state].includes(to) &&
      (to !== 'PAID' || (mayPay(attempt) && settlement.facts?.paymentToken !== undefined))
    if (!allowed) {
      // The gateway holds a charge that we may not keep: that is not forgotten before it is undone.
      if (to === 'PAID') await change(tx, attempt, { lookAt, looks: 0 })
      return { attempt, result: 'refused' }
    }
    await change(tx, attempt, {
      ...settlement.facts,
      state: to,
      looks: 0,
      ...(to === 'PROCESSING'
        ? { lookAt }
        : { settledAt: settlement.now, lookAt: sameLook(attempt, seen) ? null : attempt.lookAt }),
    })
    if (to === 'PAID') await pay(tx, attempt, settlement)
    if (attempt.state === 'PAID') await giveBack(tx, attempt, settlement)
    await inform(tx, attempt, settlement)
    return { attempt: await attemptById(tx, attempt.id), result: 'moved' }
  })
}

const mayPay = (attempt: Attempt) => attempt.debtState === 'PENDING' && matchesDebt(attempt)

/**
 * Another look that was planned since then was planned for a reason of its own; one that has begun
 * meanwhile finds what is settled here.
 */
const sameLook = (now: Attempt, seen: Attempt) =>
  now.looks > seen.looks || now.lookAt?.getTime() === seen.lookAt?.getTime()

async function change(
  tx: Db,
  { id }: Attempt,
  values: Partial<typeof paymentAttempt.$inferInsert>,
): Promise<void> {
  await tx.update(paymentAttempt).set(values).where(eq(paymentAttempt.id, id))
}

async function pay(tx: Db, attempt: Attempt, { facts, now, rrn }: Outcome): Promise<void> {
  const { debtReference, loyaltyCode, points, concept } = attempt
  await tx.update(debt).set({ state: 'PAID' }).where(eq(debt.reference, debtReference))
  // Another page that is still open on the same debt has nothing left to charge.
  await tx
    .update(paymentAttempt)
    .set({ lookAt: now, looks: 0 })
    .where(
      and(
        eq(paymentAttempt.debtReference, debtReference),
        ne(paymentAttempt.id, attempt.id),
        inArray(paymentAttempt.state, ['CREATED', 'PROCESSING']),
      ),
    )
  if (loyaltyCode === null || !facts?.paymentToken) return
  await post(tx, {
    id: uuidOf(`payment ${facts.paymentToken}`),
    event: 'payment',
    eventId: facts.paymentToken,
    loyaltyCode,
    points,
    concept: `Pago de ${concept}`,
    rrn,
    at: now,
  })
}

async function giveBack(tx: Db, attempt: Attempt, { to, now, rrn }: Outcome): Promise<void> {
  const { debtReference, loyaltyCode, paymentToken, concept } = attempt
  await tx
    .update(debt)
    .set({ state: 'PENDING' })
    .where(and(eq(debt.reference, debtReference), eq(debt.state, 'PAID')))
  if (loyaltyCode === null || paymentToken === null) return
  const word = to === 'REFUNDED' ? 'Devolución' : 'Anulación'
  await reversePayment(tx, {
    loyaltyCode,
    paymentToken,
    concept: `${word} de ${concept}`,
    rrn,
    at: now,
  })
}

async function inform(tx: Db, attempt: Attempt, { to, news, now }: Outcome): Promise<void> {
  if (!news) return
  const event = `payment:${attempt.id}:${to}`
  const { personId, currency, amount } = attempt
  await insertNotification(tx, {
    ...news,
    id: uuidOf(event),
    personId,
    event,
    type: NOTIFICATION_TYPES.Pay,
    at: now,
    currency,
    amount,
    url: '/#/listPayment',
  })
}
