import { eq } from 'drizzle-orm'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { ADJUSTMENT_REASONS } from '#contract/entities/pointsAdjustment.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { post } from '#db/loyalty/pointsLedger.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { pointsAdjustment } from '#db/tables/adjustments.ts'
import { loyalty } from '#db/tables/loyalties.ts'

type Adjustment = typeof pointsAdjustment.$inferSelect
/** What an operator proposes. */
type Proposed = Pick<Adjustment, 'id' | 'loyaltyCode' | 'points' | 'reason' | 'observations'>

/** An operator who proposes or decides, and what the posting needs. */
interface Operator extends PushQueue {
  personId: string
  now: Date
  /** Retrieval reference number of the posting, if there is one. */
  rrn: string
}

/** Why an adjustment cannot be: the loyalty is unknown, has ended or is the operator's; or has fewer points. */
type Refusal = 'notFound' | 'ended' | 'own' | 'insufficient'

/**
 * Stores an adjustment of a member's points, and posts it unless it is above the limit. A repeat with
 * its id changes nothing.
 * @param limit points that one operator may give or take
 * @returns its state, as it is now
 */
export async function proposeAdjustment(
  tx: Db,
  operator: Operator,
  proposed: Proposed,
  limit: number,
): Promise<Adjustment['state'] | Refusal> {
  const ofId = eq(pointsAdjustment.id, proposed.id)
  const refused = await lockMember(tx, operator, proposed)
  const [earlier] = await tx.select().from(pointsAdjustment).where(ofId)
  if (earlier) return earlier.state
  if (typeof refused === 'string') return refused
  const { personId: proposedBy, now: proposedAt } = operator
  const state = Math.abs(proposed.points) > limit ? 'waiting' : 'posted'
  await tx.insert(pointsAdjustment).values({ ...proposed, state, proposedBy, proposedAt })
  if (state === 'posted') await postAdjustment(tx, operator, proposed, refused.personId)
  await audit(tx, operator, 'adjustPoints', proposed, state)
  return state
}

/**
 * Posts or rejects an adjustment by a second operator. Its row is locked: of two decisions one counts,
 * and a repeat of it changes nothing.
 * @returns `decided` when another decision was taken before; `proposer` when the operator proposed it
 */
export async function decideAdjustment(
  tx: Db,
  operator: Operator,
  { id, authorized }: { id: string; authorized: boolean },
): Promise<'posted' | 'rejected' | 'decided' | 'proposer' | Refusal> {
  const ofId = eq(pointsAdjustment.id, id)
  const [found] = await tx.select().from(pointsAdjustment).where(ofId).for('update')
  if (!found) return 'notFound'
  const state = authorized ? 'posted' : 'rejected'
  if (found.state !== 'waiting')
    return found.decidedBy === operator.personId && found.state === state ? state : 'decided'
  if (found.proposedBy === operator.personId) return 'proposer'
  const member = authorized ? await lockMember(tx, operator, found) : undefined
  if (typeof member === 'string') return member
  const decided = { state, decidedBy: operator.personId, decidedAt: operator.now } as const
  await tx.update(pointsAdjustment).set(decided).where(ofId)
  if (member) await postAdjustment(tx, operator, found, member.personId)
  await audit(tx, operator, 'decideAdjustment', found, state)
  return state
}

/** Locks the loyalty, so that it does not end meanwhile, and its account. */
async function lockMember(
  tx: Db,
  { personId }: Operator,
  { loyaltyCode, points }: Pick<Adjustment, 'loyaltyCode' | 'points'>,
): Promise<typeof loyalty.$inferSelect | Refusal> {
  const ofCode = eq(loyalty.code, loyaltyCode)
  const [member] = await tx.select().from(loyalty).where(ofCode).for('share')
  if (!member) return 'notFound'
  if (member.endedAt) return 'ended'
  if (member.personId === personId) return 'own'
  const [account] = await lockAccounts(tx, [loyaltyCode])
  return (account?.balance ?? 0) + points < 0 ? 'insufficient' : member
}

async function postAdjustment(
  tx: Db,
  { now: at, rrn, ...queue }: Operator,
  { id, loyaltyCode, points, reason }: Pick<Adjustment, 'id' | 'loyaltyCode' | 'points' | 'reason'>,
  personId: string,
): Promise<void> {
  const why = ADJUSTMENT_REASONS[reason]
  const concept = `Ajuste de puntos ${why}`
  await post(tx, { id, event: 'adjustment', eventId: id, loyaltyCode, points, concept, rrn, at })
  const amount = Math.abs(points) === 1 ? '1 punto' : `${Math.abs(points)} puntos`
  await insertNotification(queue, tx, {
    personId,
    event: `adjustment:${id}`,
    type: NOTIFICATION_TYPES.General,
    title: points > 0 ? 'Te sumamos puntos' : 'Descontamos puntos',
    text: `${points > 0 ? 'Te sumamos' : 'Te descontamos'} ${amount} ${why}.`,
    at,
    url: '/#/listLoyalty',
  })
}

const audit = (
  tx: Db,
  { personId: actorId, now: at }: Operator,
  action: string,
  { id, loyaltyCode, points, reason }: Pick<Adjustment, 'id' | 'loyaltyCode' | 'points' | 'reason'>,
  to: string,
) =>
  appendAuditEntry(tx, {
    actorId,
    action,
    subject: id,
    detail: { loyaltyCode, points, reason, to },
    at,
  })
