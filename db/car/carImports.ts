import { and, count, desc, eq, isNotNull, max, min, sql } from 'drizzle-orm'
import type { CarImport } from '#contract/entities/car/carFile.ts'
import type { Db } from '#db/core/db.ts'
import { preparedInsert } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { isUuid } from '#db/core/uuid.ts'
import { carEntry } from '#db/tables/car.ts'

/** Stores the rows of an import, but those that are there already. @returns the ids of the new ones */
export const insertImported = preparedInsert<typeof carEntry, { id: string }>(
  'insert_imported_car_entries',
  carEntry,
  'on conflict do nothing returning id',
)

/** Deletes what an import of a person added. @returns how many rows that were */
export async function removeImport(tx: Db, personId: string, importId: string): Promise<number> {
  if (!isUuid(importId)) return 0
  const own = and(eq(carEntry.personId, personId), eq(carEntry.importId, importId))
  return (await tx.delete(carEntry).where(own)).rowCount ?? 0
}

/** The imports of a person, the one with the newest entry first. */
export async function importsOf(db: Db, personId: string): Promise<CarImport[]> {
  const newest = max(carEntry.at)
  return await db
    .select({
      importId: sql<string>`${carEntry.importId}`,
      entries: count(),
      dateFrom: sqlTimestamp(min(carEntry.at)),
      dateTo: sqlTimestamp(newest),
    })
    .from(carEntry)
    .where(and(eq(carEntry.personId, personId), isNotNull(carEntry.importId)))
    .groupBy(carEntry.importId)
    .orderBy(desc(newest), carEntry.importId)
}
