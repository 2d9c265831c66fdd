import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DAY_MS } from '#contract/dates.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import { type Attempt, attemptById } from '#db/payments/attempts.ts'
import { lockDebt } from '#db/payments/debts.ts'
import { paymentRefund } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'

/** A charge that an operator takes back, as a whole or in part. */
export type Refund = typeof paymentRefund.$inferSelect
/** What an operator proposes. */
export type ProposedRefund = Pick<
  Refund,
  'id' | 'attemptId' | 'kind' | 'amount' | 'reason' | 'observations' | 'auditNumber'
>
/** An operator who proposes or decides. */
interface Operator {
  personId: string
  now: Date
  /** When the gateway is asked about the charge again if it does not answer. */
  firstPollAt: Date
  /** When the void window of a charge that began then ends. */
  voidableUntil: (createdAt: Date) => Date
}
/** Why a charge cannot be taken back so. */
export type RefundRefusal =
  | 'notCharged'
  | 'pending'
  | 'tooMuch'
  | 'voidOver'
  | 'voidFirst'
  | 'refundOver'

/** How long after its charge a payment can be refunded (`docs/geopay.md`, "Void window"). */
const REFUNDABLE_MS = 180 * DAY_MS

/** Whether a charge is voided or refunded now; null: neither is possible. */
export function refundKindNow(
  { state, createdAt, refundedAmount }: Attempt,
  { now, voidableUntil }: Pick<Operator, 'now' | 'voidableUntil'>,
): Refund['kind'] | null {
  if (state !== 'PAID') return null
  if (now < voidableUntil(createdAt)) return refundedAmount === 0 ? 'void' : null
  return now.getTime() - createdAt.getTime() <= REFUNDABLE_MS ? 'refund' : null
}

/** The refund of an id, or of an attempt the one that waits or is sent. */
export async function refundOf(
  db: Db,
  by: { id: string } | { attemptId: string },
): Promise<Refund | undefined> {
  const open = inArray(paymentRefund.state, ['waiting', 'sending'])
  const found =
    'id' in by ? whereEquals(paymentRefund, by) : and(whereEquals(paymentRefund, by), open)
  return (await db.select().from(paymentRefund).where(found))[0]
}

/** All refunds of an attempt, the oldest first, with the names of who proposed and who decided. */
export async function refundsOf(db: Db, attemptId: string) {
  const [proposer, decider] = [alias(person, 'proposer'), alias(person, 'decider')]
  const nameOf = ({ firstName, firstSurname }: typeof proposer | typeof decider) =>
    sql<string>`coalesce(${firstName} || ' ' || ${firstSurname}, '')`
  return await db
    .select({ refund: paymentRefund, proposer: nameOf(proposer), decider: nameOf(decider) })
    .from(paymentRefund)
    .leftJoin(proposer, eq(proposer.id, paymentRefund.proposedBy))
    .leftJoin(decider, eq(decider.id, paymentRefund.decidedBy))
    .where(eq(paymentRefund.attemptId, attemptId))
    .orderBy(asc(paymentRefund.proposedAt))
}

/**
 * P13: whether the charge can be taken back so, with its debt locked. The lock makes its outcomes and
 * its refunds come one after another.
 */
export async function lockRefundable(
  tx: Db,
  operator: Operator,
  { attemptId, kind, amount }: Pick<Refund, 'attemptId' | 'kind' | 'amount'>,
  openId?: string,
): Promise<Attempt | RefundRefusal> {
  const { debtReference } = await attemptById(tx, attemptId)
  await lockDebt(tx).execute({ reference: debtReference })
  const attempt = await attemptById(tx, attemptId)
  if (attempt.state !== 'PAID') return 'notCharged'
  const open = await refundOf(tx, { attemptId })
  if (open && open.id !== openId) return 'pending'
  if (amount > attempt.amount - attempt.refundedAmount) return 'tooMuch'
  const possible = refundKindNow(attempt, operator)
  if (possible === kind) return attempt
  if (kind === 'void') return 'voidOver'
  return operator.now < operator.voidableUntil(attempt.createdAt) ? 'voidFirst' : 'refundOver'
}

/**
 * Stores a refund of a charge that `lockRefundable` has locked: to be sent, or above the limit for
 * another operator to decide.
 * @param limit cents of one charge that one operator may take back
 */
export async function insertRefund(
  tx: Db,
  operator: Operator,
  { attempt, proposed, limit }: { attempt: Attempt; proposed: ProposedRefund; limit: number },
): Promise<Refund> {
  const { personId: proposedBy, now: proposedAt } = operator
  const total = attempt.refundedAmount + proposed.amount
  const sent = total > limit ? { state: 'waiting' as const } : { state: 'sending' as const, total }
  const row = { ...proposed, ...sent, proposedBy, proposedAt }
  const [refund] = await tx.insert(paymentRefund).values(row).returning()
  if (!refund) throw new Error('the refund was not stored')
  if (refund.state === 'sending') await schedulePoll(tx, attempt, operator.firstPollAt)
  await audit(tx, operator, proposed.kind === 'void' ? 'voidCharge' : 'refundCharge', refund)
  return refund
}

/** The refund with its row locked, for a decision. */
export const lockRefund = async (tx: Db, id: string): Promise<Refund | undefined> =>
  (await tx.select().from(paymentRefund).where(eq(paymentRefund.id, id)).for('update'))[0]

/**
 * Confirms or rejects a refund that waits.
 * @param attempt its charge, as `lockRefundable` has locked it; null: the refund is rejected
 */
export async function storeDecision(
  tx: Db,
  operator: Operator,
  { id, amount }: Refund,
  attempt: Attempt | null,
): Promise<Refund> {
  const { personId: decidedBy, now: decidedAt } = operator
  const to = attempt
    ? { state: 'sending' as const, total: attempt.refundedAmount + amount }
    : { state: 'rejected' as const }
  const decided = { ...to, decidedBy, decidedAt }
  const ofId = eq(paymentRefund.id, id)
  const [refund] = await tx.update(paymentRefund).set(decided).where(ofId).returning()
  if (!refund) throw new Error('the refund does not exist')
  if (attempt) await schedulePoll(tx, attempt, operator.firstPollAt)
  await audit(tx, operator, 'decideRefund', refund)
  return refund
}

const audit = (
  tx: Db,
  { personId: actorId, now: at }: Operator,
  action: string,
  { id: subject, attemptId: attempt, amount, reason, state: to }: Refund,
) => appendAuditEntry(tx, { actorId, action, subject, detail: { attempt, amount, reason, to }, at })

/**
 * Ends the refunds of a charge that the gateway has answered, in the transaction that changes the charge.
 * One that waits for a decision ends when nothing is left to take back.
 */
export async function endRefunds(
  tx: Db,
  { id: attemptId, state, refundedAmount }: Pick<Attempt, 'id' | 'state' | 'refundedAmount'>,
  now: Date,
): Promise<void> {
  const ofAttempt = and(
    whereEquals(paymentRefund, { attemptId }),
    inArray(paymentRefund.state, ['waiting', 'sending']),
  )
  const isDone = sql`${paymentRefund.state} = 'sending' and case ${paymentRefund.kind}
    when 'void' then ${state} = 'VOIDED' else ${paymentRefund.total} <= ${refundedAmount} end`
  const done = { state: 'done' as const, endedAt: now }
  await tx.update(paymentRefund).set(done).where(and(ofAttempt, isDone))
  if (state === 'PAID') return
  const answer =
    state === 'VOIDED' ? 'El cobro ya se había anulado.' : 'El cobro ya se había devuelto.'
  const refused = { state: 'refused' as const, endedAt: now, answer }
  await tx.update(paymentRefund).set(refused).where(ofAttempt)
}

/** Ends a refund that the gateway refused, unless it has ended. */
export async function refuseRefund(
  db: Db,
  id: string,
  { answer, at: endedAt }: { answer: string; at: Date },
): Promise<void> {
  const sending = whereEquals(paymentRefund, { id, state: 'sending' })
  await db.update(paymentRefund).set({ state: 'refused', answer, endedAt }).where(sending)
}
