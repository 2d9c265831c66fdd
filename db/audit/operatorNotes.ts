import type { Db } from '#db/core/db.ts'
import { operatorNote } from '#db/tables/console.ts'

/** Stores a remark of an operator about an object of the console. */
export async function insertNote(tx: Db, note: typeof operatorNote.$inferInsert): Promise<void> {
  await tx.insert(operatorNote).values(note).onConflictDoNothing()
}
