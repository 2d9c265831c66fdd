import { and, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import { startOfDay } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { ADJUSTMENT_REASONS } from '#contract/entities/pointsAdjustment.ts'
import { pointsText } from '#contract/pointsText.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { post } from '#db/loyalty/pointsLedger.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { type By, type Proposal, propose } from '#db/proposals/proposals.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { proposal } from '#db/tables/proposals.ts'

/** An operator who proposes or decides, and what the posting needs. */
interface Operator extends By, PushQueue {
  /** Retrieval reference number of the posting, if there is one. */
  rrn: string
}
type Adjustment = Pick<Proposal<'adjustment'>, 'id' | 'subject' | 'content'>

/** Why an adjustment cannot be: the loyalty is unknown, has ended or is the operator's; or has fewer points. */
export type AdjustmentRefusal = 'notFound' | 'ended' | 'own' | 'insufficient'

/**
 * Proposes an adjustment of the points of a loyalty, or posts it unless the sum of the day is above the limit.
 * @param limit points that one operator may give or take in a day, and that a member may get or lose so
 */
export async function adjustPoints(
  tx: Db,
  operator: Operator,
  adjustment: Adjustment,
  limit: number,
): Promise<'waiting' | 'posted' | AdjustmentRefusal> {
  const made = { ...adjustment, kind: 'adjustment' as const }
  const member = await lockMember(tx, operator, adjustment)
  if (typeof member === 'string') return member
  const points = Math.abs(adjustment.content.points)
  if (points + (await postedAlone(tx, operator, adjustment)) > limit) {
    await propose(tx, made, operator)
    return 'waiting'
  }
  const refused = await postAdjustment(tx, operator, adjustment)
  if (!refused) await propose(tx, made, operator, 'confirmed')
  return refused ?? 'posted'
}

/** The points that were given, or taken, on this day without a second operator: of the operator or of the member, the larger sum. */
async function postedAlone(
  tx: Db,
  { actorId, now }: By,
  { subject, content }: Adjustment,
): Promise<number> {
  const points = sql`(${proposal.content} ->> 'points')::bigint`
  const isBy = eq(proposal.proposedBy, actorId)
  const isOf = eq(proposal.subject, subject)
  const sumOf = (which: SQL) =>
    sql<string>`coalesce(abs(sum(${points}) filter (where ${which})), 0)`
  const [sums] = await tx
    .select({ by: sumOf(isBy), of: sumOf(isOf) })
    .from(proposal)
    .where(
      and(
        whereEquals(proposal, { kind: 'adjustment', state: 'confirmed', decidedBy: null }),
        gte(proposal.proposedAt, startOfDay(now)),
        or(isBy, isOf),
        sql`sign(${points}) = ${Math.sign(content.points)}`,
      ),
    )
  return Math.max(Number(sums?.by), Number(sums?.of))
}

/** Locks the loyalty, so that it does not end meanwhile, and its account. */
async function lockMember(
  tx: Db,
  { actorId }: Operator,
  { subject: loyaltyCode, content: { points } }: Adjustment,
): Promise<typeof loyalty.$inferSelect | AdjustmentRefusal> {
  const ofCode = eq(loyalty.code, loyaltyCode)
  const [member] = await tx.select().from(loyalty).where(ofCode).for('share')
  if (!member) return 'notFound'
  if (member.endedAt) return 'ended'
  if (member.personId === actorId) return 'own'
  const [account] = await lockAccounts(tx, [loyaltyCode])
  return (account?.balance ?? 0) + points < 0 ? 'insufficient' : member
}

/**
 * Posts an adjustment that needs no other operator, or that another one has confirmed, and tells the member.
 * @returns why it cannot be; undefined when it is posted
 */
export async function postAdjustment(
  tx: Db,
  operator: Operator,
  adjustment: Adjustment,
): Promise<AdjustmentRefusal | undefined> {
  const member = await lockMember(tx, operator, adjustment)
  if (typeof member === 'string') return member
  const { actorId, now: at, rrn, ...queue } = operator
  const { id, subject: loyaltyCode, content } = adjustment
  const { points, reason } = content
  const why = ADJUSTMENT_REASONS[reason]
  const concept = `Ajuste de puntos ${why}`
  await post(tx, { id, event: 'adjustment', eventId: id, loyaltyCode, points, concept, rrn, at })
  const amount = pointsText(Math.abs(points))
  await insertNotification(queue, tx, {
    personId: member.personId,
    event: `adjustment:${id}`,
    type: NOTIFICATION_TYPES.General,
    title: points > 0 ? 'Te sumamos puntos' : 'Descontamos puntos',
    text: `${points > 0 ? 'Te sumamos' : 'Te descontamos'} ${amount} ${why}.`,
    at,
    url: '/#/listLoyalty',
  })
  const detail = { loyaltyCode, points, reason }
  await appendAuditEntry(tx, { actorId, action: 'adjustPoints', subject: loyaltyCode, detail, at })
  return undefined
}
