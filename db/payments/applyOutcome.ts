import { eq, getTableColumns, sql } from 'drizzle-orm'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { ATTEMPT_TRANSITIONS, type AttemptState } from '#contract/entities/payment.ts'
import { inTransaction, sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { post, reversePayment } from '#db/loyalty/pointsLedger.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { updateReopenedDebt } from '#db/payments/accountDebts.ts'
import { pollActiveAttempts, schedulePoll } from '#db/payments/attemptPolling.ts'
import { type Attempt, lockAttempt, matchesDebt, pointsOf } from '#db/payments/attempts.ts'
import { recordMessage } from '#db/payments/gatewayMessages.ts'
import { lockRequest, moveRequest } from '#db/payments/paymentRequests.ts'
import { endRefunds } from '#db/payments/refunds.ts'
import { debt, type gatewayMessage, paymentAttempt } from '#db/tables/payments.ts'

const {
  paymentToken,
  authorizationCode,
  maskedCard,
  cardType,
  law,
  refund,
  refundedAmount,
  installments,
  reason,
} = getTableColumns(paymentAttempt)
/** The columns of an attempt's charge: of the card no more than the last four digits (P12). */
const chargeColumns = {
  authorizationCode,
  maskedCard,
  cardType,
  law,
  refund,
  refundedAmount,
  installments,
  reason,
}
/** Their values, and the gateway's id of the charge: absent where nothing was charged or the gateway named none. */
export type ChargeDetails = Pick<Attempt, keyof typeof chargeColumns> & { paymentToken?: string }
export interface NotificationText {
  title: string
  text: string
}
/** The transition that the gateway's answer to a query asks for. */
export interface Outcome extends PushQueue {
  to: AttemptState
  charge?: ChargeDetails
  notification?: NotificationText
  /** The gateway's message that told of it; recorded with an attempt that is moved. */
  message?: Omit<typeof gatewayMessage.$inferInsert, 'attemptId'> | undefined
  /** The notification of a part that was given back: cents of the charge, all parts together. */
  refundNotification?: (refundedAmount: number) => NotificationText
  now: Date
  /** Retrieval reference number of the points' transaction, if there is one. */
  rrn: string
  /** The next poll: of an attempt without an outcome, or of a charge that has to be voided. */
  nextPollAt: Date
}
export interface AppliedOutcome {
  attempt: Attempt
  /**
   * The attempt moved now; was in the state before; or may not enter it, so that nothing changed
   * but the poll of a charge that has to be voided.
   */
  result: 'moved' | 'already' | 'refused'
}

/**
 * Moves an attempt along one of the listed transitions (P6), with its debt, points and
 * notification, in one transaction. A repeat changes nothing. The debt's row is the first lock of
 * every such transaction, so that the attempts of a debt are changed one after another; before it, that of
 * the till's request, which one attempt may pay.
 * @param seen the attempt as it was read before the gateway was queried
 */
export async function applyOutcome(
  db: Db,
  seen: Attempt,
  outcome: Outcome,
): Promise<AppliedOutcome> {
  return await inTransaction(db, (tx) => lockAndMove(tx, seen, outcome))
}

async function lockAndMove(tx: Db, seen: Attempt, outcome: Outcome): Promise<AppliedOutcome> {
  if (seen.requestId) await lockRequest(tx, seen.requestId, outcome.now)
  const attempt = await lockAttempt(tx, seen.id)
  const { to, nextPollAt, message } = outcome
  if (attempt.state === to)
    return { attempt: await applyPartialRefund(tx, attempt, outcome), result: 'already' }
  if (!isAllowed(attempt, outcome)) {
    // The gateway holds a charge that may not stand: it is polled until it is voided (P9).
    if (to === 'PAID') await schedulePoll(tx, attempt, nextPollAt)
    return { attempt, result: 'refused' }
  }
  const isPaid = to === 'PAID'
  const move = moveAttempt(tx).execute({
    ...NO_CHANGE,
    ...outcome.charge,
    // Never less than before: the answer of a void names no refund.
    refundedAmount:
      to === 'REFUNDED'
        ? attempt.amount
        : Math.max(attempt.refundedAmount, outcome.charge?.refundedAmount ?? 0),
    id: attempt.id,
    paidDebt: isPaid ? attempt.debtReference : null,
    state: to,
    ...(to === 'PROCESSING'
      ? { nextPollAt }
      : {
          settledAt: outcome.now,
          nextPollAt: isSamePoll(attempt, seen) ? null : attempt.nextPollAt,
        }),
  })
  const [[updated]] = await sentTogether([
    move,
    isPaid && postPayment(tx, attempt, outcome),
    notifyPayer(tx, attempt, outcome),
    message && recordMessage(tx, { ...message, attemptId: attempt.id }),
  ])
  let debtState = isPaid ? ('PAID' as const) : attempt.debtState
  const moved = { ...attempt, ...updated }
  if (attempt.state === 'PAID') {
    debtState = await reopenDebt(tx, attempt, outcome)
    await endRefunds(tx, moved, outcome.now)
  }
  if (isPaid && moved.refundedAmount > 0) {
    await takePointsBack(tx, attempt, moved.refundedAmount, outcome)
    await notifyOfPart(tx, attempt, moved.refundedAmount, outcome)
  }
  return { attempt: { ...moved, debtState }, result: 'moved' }
}

/** The columns that a transition changes only where it has a value for them. */
const KEPT = Object.entries({ ...chargeColumns, paymentToken, settledAt: paymentAttempt.settledAt })
const NO_CHANGE = Object.fromEntries(KEPT.map(([name]) => [name, null]))
const { state, chargedAt, nextPollAt, pollCount } = paymentAttempt
/** Changes the attempt and the debt that it pays; `lockAttempt` has locked both. */
const moveAttempt = prepared('move_attempt', (db) => {
  const paid = db.$with('paid').as(
    db
      .update(debt)
      .set({ state: 'PAID' })
      .where(eq(debt.reference, sql.placeholder('paidDebt')))
      .returning({ reference: debt.reference }),
  )
  return db
    .with(paid)
    .update(paymentAttempt)
    .set({
      ...Object.fromEntries(
        KEPT.map(([name, column]) => [name, sql`coalesce(${sql.placeholder(name)}, ${column})`]),
      ),
      ...placeholders({ state, nextPollAt }),
      pollCount: 0,
    })
    .where(eq(paymentAttempt.id, sql.placeholder('id')))
    .returning({ ...Object.fromEntries(KEPT), state, chargedAt, nextPollAt, pollCount })
})

/** P1, P5, P8: PAID needs the charge's id, a debt that is owed, and the debt's own terms. */
function isAllowed(attempt: Attempt, { to, charge }: Outcome): boolean {
  if (!ATTEMPT_TRANSITIONS[attempt.state].includes(to)) return false
  const isOwed = attempt.debtState === 'PENDING' && matchesDebt(attempt)
  return to !== 'PAID' || (isOwed && charge?.paymentToken !== undefined)
}

/**
 * Whether no poll was scheduled since the attempt was read, so that the outcome ends the polling. A
 * poll of the same schedule that began meanwhile (the count is higher) ends too; one that was scheduled
 * for a later event, which changed the state, stays although it began: its process may have died.
 */
const isSamePoll = (current: Attempt, seen: Attempt) =>
  current.nextPollAt?.getTime() === seen.nextPollAt?.getTime() ||
  (current.pollCount > seen.pollCount && current.state === seen.state && seen.nextPollAt !== null)

/** Posts the points of a payment, and ends what its debt makes superfluous. */
async function postPayment(tx: Db, attempt: Attempt, { charge, now, rrn }: Outcome): Promise<void> {
  const { debtReference, loyaltyCode, points, concept } = attempt
  const eventId = charge?.paymentToken
  const given = { event: 'payment' as const, points, concept: `Pago de ${concept}`, rrn, at: now }
  if (eventId && loyaltyCode !== null)
    await post(tx, { id: uuidOf(`payment ${eventId}`), eventId, loyaltyCode, ...given })
  if (attempt.requestId)
    await moveRequest(tx, attempt.requestId, {
      state: 'paid',
      now,
      attemptId: attempt.id,
      paidAt: now,
    })
  // Another open page of the debt may not be charged any more: the poll closes it. There is none
  // where this attempt was the open one (P2).
  if (attempt.state === 'EXPIRED') await pollActiveAttempts(tx, debtReference, now)
}

async function reopenDebt(
  tx: Db,
  attempt: Attempt,
  { to, now, rrn, jobs }: Outcome,
): Promise<Attempt['debtState']> {
  const { debtReference, loyaltyCode, paymentToken, concept } = attempt
  const paid = whereEquals(debt, { reference: debtReference, state: 'PAID' })
  const { rowCount } = await tx.update(debt).set({ state: 'PENDING' }).where(paid)
  const part = await updateReopenedDebt(tx, debtReference, { now, jobs })
  // The till asks for another payment, if it still wants one.
  if (attempt.requestId) await moveRequest(tx, attempt.requestId, { state: 'voided', now })
  const reopened = attempt.requestId || part?.state === 'withdrawn' ? 'VOIDED' : 'PENDING'
  const after = rowCount ? reopened : attempt.debtState
  if (loyaltyCode === null || paymentToken === null) return after
  const reversed = `${to === 'REFUNDED' ? 'Devolución' : 'Anulación'} de ${concept}`
  await reversePayment(tx, {
    loyaltyCode,
    paymentToken,
    eventId: `void:${paymentToken}`,
    points: pointsOf(attempt),
    concept: reversed,
    rrn,
    at: now,
  })
  return after
}

/**
 * Applies what the gateway has given back of a charge that stands. The sum only grows, so that an old
 * answer changes nothing (P13).
 */
async function applyPartialRefund(tx: Db, attempt: Attempt, outcome: Outcome): Promise<Attempt> {
  const refunded = outcome.charge?.refundedAmount ?? 0
  if (attempt.state !== 'PAID' || refunded <= attempt.refundedAmount) return attempt
  const ofId = eq(paymentAttempt.id, attempt.id)
  await tx.update(paymentAttempt).set({ refundedAmount: refunded }).where(ofId)
  const updated = { ...attempt, refundedAmount: refunded }
  await takePointsBack(tx, attempt, refunded, outcome)
  await notifyOfPart(tx, attempt, refunded, outcome)
  await endRefunds(tx, updated, outcome.now)
  return updated
}

/** Takes back the points of the part of a charge that was given back. */
async function takePointsBack(
  tx: Db,
  attempt: Attempt,
  refunded: number,
  { charge, now: at, rrn }: Outcome,
): Promise<void> {
  const { loyaltyCode, concept } = attempt
  const paymentToken = attempt.paymentToken ?? charge?.paymentToken
  if (loyaltyCode === null || !paymentToken) return
  await reversePayment(tx, {
    loyaltyCode,
    paymentToken,
    // What was given back makes it unique. It ends with the id of the reversed event (L9).
    eventId: `refund ${refunded}:${paymentToken}`,
    points: pointsOf(attempt) - pointsOf({ ...attempt, refundedAmount: refunded }),
    concept: `Devolución de una parte de ${concept}`,
    rrn,
    at,
  })
}

async function notifyOfPart(tx: Db, attempt: Attempt, refunded: number, outcome: Outcome) {
  const notification = outcome.refundNotification?.(refunded)
  if (!notification) return
  await insertNotification(outcome, tx, {
    ...notification,
    personId: attempt.personId,
    event: `payment:${attempt.id}:refunded ${refunded}`,
    type: NOTIFICATION_TYPES.Pay,
    at: outcome.now,
    currency: attempt.currency,
    amount: refunded - attempt.refundedAmount,
    url: '/#/listPayment',
  })
}

async function notifyPayer(tx: Db, attempt: Attempt, outcome: Outcome) {
  const { to, notification, now } = outcome
  if (!notification) return
  const { personId, currency, amount } = attempt
  await insertNotification(outcome, tx, {
    ...notification,
    personId,
    event: `payment:${attempt.id}:${to}`,
    type: NOTIFICATION_TYPES.Pay,
    at: now,
    currency,
    amount,
    url: '/#/listPayment',
  })
}
