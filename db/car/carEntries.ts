import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { carEntry } from '#db/tables/car.ts'

type Row = typeof carEntry.$inferInsert

/** Stores what a person adds to a purchase, in the place of what they added before. */
export async function savePurchaseNote(tx: Db, row: Row & { rrn: string }): Promise<void> {
  const { plate, odometer, full, missed, note } = row
  await tx
    .insert(carEntry)
    .values(row)
    .onConflictDoUpdate({
      target: carEntry.rrn,
      targetWhere: sql`rrn is not null`,
      set: { plate, odometer, full, missed, note },
      setWhere: eq(carEntry.personId, row.personId),
    })
}

const typed = (personId: string) => and(eq(carEntry.personId, personId), isNull(carEntry.rrn))

export const countTyped = async (db: Db, personId: string): Promise<number> =>
  await db.$count(carEntry, typed(personId))

export async function insertTyped(tx: Db, row: Row): Promise<void> {
  await tx.insert(carEntry).values(row)
}

/**
 * Changes an entry that a person typed.
 * @returns false when the person has typed no such entry
 */
export async function updateTyped(tx: Db, { id, personId, ...fields }: Row): Promise<boolean> {
  if (!isUuid(id)) return false
  const own = and(eq(carEntry.id, id), typed(personId))
  return Boolean((await tx.update(carEntry).set(fields).where(own)).rowCount)
}

/**
 * Deletes an entry that a person typed.
 * @returns false when the person has typed no such entry
 */
export async function removeTyped(tx: Db, personId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const own = and(eq(carEntry.id, id), typed(personId))
  return Boolean((await tx.delete(carEntry).where(own)).rowCount)
}
