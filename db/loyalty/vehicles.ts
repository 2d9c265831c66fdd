import { eq } from 'drizzle-orm'
import { MAX_VEHICLES, type Vehicle } from '#contract/entities/loyalty.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { type Actor, addObservations, lockOwnLoyalty } from '#db/loyalty/endLoyalty.ts'
import { vehicle } from '#db/tables/loyalties.ts'

/**
 * Adds a vehicle to a loyalty in force of a person. The lock on the loyalty serialises its
 * changes.
 * @returns `notFound` when the loyalty is unknown, ended or another person's; `plateTaken` when a
 * vehicle in force of it has the plate (A8); `full` at `MAX_VEHICLES`
 */
export async function insertVehicle(
  db: Db,
  { personId, now }: Actor,
  { loyaltyCode, vehicleId: id, mark, plate, fuel }: Vehicle & { loyaltyCode: string },
): Promise<'added' | 'notFound' | 'plateTaken' | 'full'> {
  return await inTransaction(db, async (tx) => {
    const loyalty = await lockOwnLoyalty(tx, loyaltyCode, personId)
    if (!loyalty || loyalty.endedAt) return 'notFound'
    const vehicles = await tx.select().from(vehicle).where(eq(vehicle.loyaltyCode, loyaltyCode))
    const inForce = vehicles.filter(({ removedAt }) => removedAt === null)
    if (inForce.some((one) => one.plate === plate)) return 'plateTaken'
    if (inForce.length >= MAX_VEHICLES) return 'full'
    await tx.insert(vehicle).values({ id, loyaltyCode, mark, plate, fuel })
    await appendAuditEntry(tx, {
      actorId: personId,
      action: 'addVehicle',
      subject: loyaltyCode,
      detail: { vehicle: id },
      at: now,
    })
    return 'added'
  })
}

/**
 * Takes a vehicle off a loyalty of a person, also the last one: the loyalty stays in force. A
 * repeat changes nothing (A7).
 * @returns false when the loyalty or vehicle is unknown or another person's
 */
export async function removeVehicle(
  db: Db,
  { personId, now }: Actor,
  removal: Record<'loyaltyCode' | 'vehicleId' | 'observations', string>,
): Promise<boolean> {
  const { loyaltyCode, vehicleId, observations } = removal
  return await inTransaction(db, async (tx) => {
    const loyalty = await lockOwnLoyalty(tx, loyaltyCode, personId)
    if (!loyalty) return false
    const vehicles = await tx.select().from(vehicle).where(eq(vehicle.loyaltyCode, loyaltyCode))
    const removed = vehicles.find(({ id }) => id === vehicleId)
    if (!removed) return false
    if (removed.removedAt) return true
    const inForce = whereEquals(vehicle, { id: removed.id, removedAt: null })
    await tx.update(vehicle).set({ removedAt: now }).where(inForce)
    await addObservations(tx, loyalty, observations)
    await appendAuditEntry(tx, {
      actorId: personId,
      action: 'removeMembership',
      subject: loyaltyCode,
      detail: { vehicle: removed.id },
      at: now,
    })
    return true
  })
}
