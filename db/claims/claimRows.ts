import { and, eq, inArray } from 'drizzle-orm'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { CLAIM_REJECTIONS, type ClaimRejection } from '#contract/entities/purchaseClaim.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import type { Db } from '#db/core/db.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { purchaseClaim } from '#db/tables/claims.ts'

export type Claim = typeof purchaseClaim.$inferSelect

/** The claim, locked until the end of the transaction. */
export const lockClaim = async (tx: Db, id: string): Promise<Claim | undefined> =>
  (await tx.select().from(purchaseClaim).where(eq(purchaseClaim.id, id)).for('update'))[0]

export const updateClaim = (tx: Db, id: string, set: Partial<Claim>) =>
  tx.update(purchaseClaim).set(set).where(eq(purchaseClaim.id, id))

/** The columns of a claim whose sale is credited in the same transaction. */
export const credited = (decidedAt: Date, saleIdentity: string) => ({
  state: 'credited' as const,
  decidedAt,
  saleIdentity,
})

/** Rejects a waiting claim that the caller has locked, and tells the driver. */
export async function rejectClaim(
  queue: PushQueue,
  tx: Db,
  claim: Claim,
  decision: { decidedAt: Date; reason: ClaimRejection; decidedBy?: string; answer?: string },
): Promise<void> {
  await updateClaim(tx, claim.id, { ...decision, state: 'rejected' })
  const text = `${cfeText(claim)}: ${rejectionText(decision)}`
  const told = { title: 'No pudimos sumar tu compra', text, at: decision.decidedAt }
  await notifyClaimant(queue, tx, claim, told)
}

/** Rejects the claims that wait for one of these documents: its sale was credited to another one. */
export async function rejectOthers(
  queue: PushQueue & { now: Date },
  tx: Db,
  identities: readonly string[],
): Promise<void> {
  const claims = await tx
    .select()
    .from(purchaseClaim)
    .where(
      and(inArray(purchaseClaim.identity, [...identities]), eq(purchaseClaim.state, 'waiting')),
    )
    .orderBy(purchaseClaim.id)
    .for('update')
  for (const claim of claims)
    await rejectClaim(queue, tx, claim, { decidedAt: queue.now, reason: 'credited' })
}

/** Why a claim was rejected, in Spanish, with the operator's words. */
export const rejectionText = ({
  reason,
  answer = '',
}: {
  reason: ClaimRejection
  answer?: string
}) => `${CLAIM_REJECTIONS[reason]} ${answer}`.trim()

export const notifyClaimant = (
  queue: PushQueue,
  tx: Db,
  { id, personId }: Claim,
  told: { title: string; text: string; at: Date },
) =>
  insertNotification(queue, tx, {
    ...told,
    personId,
    event: `claim:${id}`,
    type: NOTIFICATION_TYPES.Consumption,
    url: '/#/movements?claims=all',
  })
