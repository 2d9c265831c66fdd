import { eq } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { carReminder } from '#db/tables/car.ts'

/** A reminder; its date is `yyyyMMdd`. */
type Reminder = typeof carReminder.$inferSelect

export async function remindersOf(db: Db, personId: string): Promise<Reminder[]> {
  const rows = await db.select().from(carReminder).where(eq(carReminder.personId, personId))
  return rows.map((row) => ({ ...row, dueDate: row.dueDate?.replaceAll('-', '') ?? null }))
}

/** The persons who have reminders. */
export const remindedPersons = async (db: Db): Promise<string[]> =>
  (await db.selectDistinct({ id: carReminder.personId }).from(carReminder)).map(({ id }) => id)

/** Stores a reminder in the place of the one with its id. */
export async function writeReminder(tx: Db, set: Reminder): Promise<void> {
  await tx.insert(carReminder).values(set).onConflictDoUpdate({ target: carReminder.id, set })
}

export async function deleteReminder(tx: Db, id: string): Promise<void> {
  await tx.delete(carReminder).where(eq(carReminder.id, id))
}
