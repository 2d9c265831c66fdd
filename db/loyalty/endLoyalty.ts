import { eq, sql } from 'drizzle-orm'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { releaseAll } from '#db/loyalty/redemptions.ts'
import { loyalty, membershipRequest, vehicle } from '#db/tables/loyalties.ts'

/** The person that changes their own loyalty, and the time. */
export interface Actor {
  personId: string
  now: Date
}

type StoredLoyalty = typeof loyalty.$inferSelect

/**
 * A loyalty of a person, in force or ended, with its row locked. Its key stays: rows that name it are inserted meanwhile,
 * as by a payment that holds the account.
 */
export async function lockOwnLoyalty(tx: Db, code: string, personId: string) {
  const own = whereEquals(loyalty, { code, personId })
  return (await tx.select().from(loyalty).where(own).for('no key update'))[0]
}

/**
 * Stores the reason of a change with the request that the loyalty came from. Reasons of earlier
 * changes remain before it; an empty text changes nothing.
 */
export async function addObservations(
  tx: Db,
  { requestReference }: StoredLoyalty,
  observations: string,
): Promise<void> {
  if (!requestReference || observations === '') return
  const leavingObservations = sql`concat_ws(chr(10),
    nullif(${membershipRequest.leavingObservations}, ''), ${observations}::text)`
  const changed = { observations, leavingObservations }
  const ofReference = eq(membershipRequest.reference, requestReference)
  await tx.update(membershipRequest).set(changed).where(ofReference)
}

/**
 * A7: ends a loyalty of a person. Nothing is deleted, and a repeat changes nothing. What it has reserved
 * is given back first (T7), and its points
 * stay on its account (`retainedPoints.ts`).
 * @returns when it ended, now or before; undefined when it is unknown or another person's
 */
export async function endLoyalty(
  db: Db,
  { personId, now }: Actor,
  { loyaltyCode, observations }: { loyaltyCode: string; observations: string },
): Promise<{ endedAt: Date } | undefined> {
  return await inTransaction(db, async (tx) => {
    const own = await lockOwnLoyalty(tx, loyaltyCode, personId)
    if (!own) return undefined
    if (own.endedAt) return { endedAt: own.endedAt }
    const vehicles = whereEquals(vehicle, { loyaltyCode, removedAt: null })
    await tx.update(vehicle).set({ removedAt: now }).where(vehicles)
    await tx.update(loyalty).set({ endedAt: now }).where(eq(loyalty.code, loyaltyCode))
    await releaseAll(tx, [loyaltyCode], now)
    await addObservations(tx, own, observations)
    await appendAuditEntry(tx, {
      actorId: personId,
      action: 'removeMembership',
      subject: loyaltyCode,
      detail: { ended: true },
      at: now,
    })
    return { endedAt: now }
  })
}
