import { and, asc, eq, getTableColumns, gte, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, startOfDay } from '#contract/dates.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { fullName } from '#db/core/fullName.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import { type Attempt, lockAttempt } from '#db/payments/attempts.ts'
import { type By, proposalOf, rejectRefundOf } from '#db/proposals/proposals.ts'
import { paymentAttempt, paymentRefund } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'
import { proposal } from '#db/tables/proposals.ts'

/** A charge that an operator takes back, as a whole or in part. */
export type Refund = typeof paymentRefund.$inferSelect
/** What an operator asks for. */
export type AskedRefund = Pick<
  Refund,
  'id' | 'attemptId' | 'kind' | 'amount' | 'reason' | 'observations' | 'auditNumber'
>
/** An operator who asks for a refund or confirms it. */
interface Operator extends By {
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

/** The refund of an id, or of an attempt the one that is sent. */
export async function refundOf(
  db: Db,
  by: { id: string } | { attemptId: string },
): Promise<Refund | undefined> {
  const found = 'id' in by ? by : { ...by, state: 'sending' as const }
  return (await db.select().from(paymentRefund).where(whereEquals(paymentRefund, found)))[0]
}

/** All refunds of an attempt, the oldest first, with the name of who asked for each. */
export const refundsOf = (db: Db, attemptId: string) =>
  db
    .select({ ...getTableColumns(paymentRefund), by: fullName(person) })
    .from(paymentRefund)
    .leftJoin(person, eq(person.id, paymentRefund.requestedBy))
    .where(eq(paymentRefund.attemptId, attemptId))
    .orderBy(asc(paymentRefund.requestedAt))

/** P13: whether the charge can be taken back so, with its debt locked. */
export async function lockRefundable(
  tx: Db,
  operator: Operator,
  { attemptId, kind, amount }: Pick<Refund, 'attemptId' | 'kind' | 'amount'>,
): Promise<Attempt | RefundRefusal> {
  const attempt = await lockAttempt(tx, attemptId)
  if (attempt.state !== 'PAID') return 'notCharged'
  const proposed = await proposalOf(tx, 'refund', attemptId)
  if (proposed?.state === 'waiting' || (await refundOf(tx, { attemptId }))) return 'pending'
  if (amount > attempt.amount - attempt.refundedAmount) return 'tooMuch'
  const possible = refundKindNow(attempt, operator)
  if (possible === kind) return attempt
  if (kind === 'void') return 'voidOver'
  return operator.now < operator.voidableUntil(attempt.createdAt) ? 'voidFirst' : 'refundOver'
}

/**
 * The cents that were taken back on this day without a second operator: by the operator or of the payer, the
 * larger sum. It locks the payer: two operators at once would both be within the limit. Those of one operator
 * wait for each other by the limit of refunds.
 */
export async function refundedAlone(
  tx: Db,
  { actorId, now }: By,
  { personId, currency }: Pick<Attempt, 'personId' | 'currency'>,
): Promise<number> {
  await tx
    .select({ id: person.id })
    .from(person)
    .where(eq(person.id, personId))
    .for('no key update')
  const isBy = eq(paymentRefund.requestedBy, actorId)
  const isOf = eq(paymentAttempt.personId, personId)
  const sumOf = (which: SQL) =>
    sql<string>`coalesce(sum(${paymentRefund.amount}) filter (where ${which}), 0)`
  const confirmed = tx.select().from(proposal).where(eq(proposal.id, paymentRefund.id))
  const [sums] = await tx
    .select({ by: sumOf(isBy), of: sumOf(isOf) })
    .from(paymentRefund)
    .innerJoin(paymentAttempt, eq(paymentAttempt.id, paymentRefund.attemptId))
    .where(
      and(
        gte(paymentRefund.requestedAt, startOfDay(now)),
        ne(paymentRefund.state, 'refused'),
        eq(paymentAttempt.currency, currency),
        or(isBy, isOf),
        notExists(confirmed),
      ),
    )
  return Math.max(Number(sums?.by), Number(sums?.of))
}

/** Stores a refund of a charge that `lockRefundable` has locked, to be sent. */
export async function insertRefund(
  tx: Db,
  operator: Operator,
  attempt: Attempt,
  asked: AskedRefund,
): Promise<Refund> {
  const { actorId, now: at } = operator
  const total = attempt.refundedAmount + asked.amount
  const row = { ...asked, state: 'sending' as const, total, requestedBy: actorId, requestedAt: at }
  const [refund] = await tx.insert(paymentRefund).values(row).returning()
  if (!refund) throw new Error('the refund was not stored')
  await schedulePoll(tx, attempt, operator.firstPollAt)
  const { id: subject, attemptId, kind, amount, reason } = asked
  const action = kind === 'void' ? 'voidCharge' : 'refundCharge'
  const detail = { attempt: attemptId, amount, reason }
  await appendAuditEntry(tx, { actorId, action, subject, detail, at })
  return refund
}

/**
 * Ends the refunds of a charge that the gateway has answered, in the transaction that changes the charge.
 * A proposed one ends when nothing is left to take back.
 */
export async function endRefunds(
  tx: Db,
  { id: attemptId, state, refundedAmount }: Pick<Attempt, 'id' | 'state' | 'refundedAmount'>,
  now: Date,
): Promise<void> {
  const sending = whereEquals(paymentRefund, { attemptId, state: 'sending' })
  const isDone = sql`case ${paymentRefund.kind}
    when 'void' then ${state} = 'VOIDED' else ${paymentRefund.total} <= ${refundedAmount} end`
  const done = { state: 'done' as const, endedAt: now }
  await tx.update(paymentRefund).set(done).where(and(sending, isDone))
  if (state === 'PAID') return
  const answer =
    state === 'VOIDED' ? 'El cobro ya se había anulado.' : 'El cobro ya se había devuelto.'
  const refused = { state: 'refused' as const, endedAt: now, answer }
  await tx.update(paymentRefund).set(refused).where(sending)
  await rejectRefundOf(tx, attemptId, now)
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
