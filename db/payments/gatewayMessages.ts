import { eq } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { gatewayMessage } from '#db/tables/payments.ts'

/** Whether this very message was dealt with before. */
export async function isRecorded(db: Db, digest: Buffer): Promise<boolean> {
  const found = await db
    .select({ at: gatewayMessage.at })
    .from(gatewayMessage)
    .where(eq(gatewayMessage.digest, digest))
  return found.length > 0
}

/** Remembers an authentic message that was dealt with; twice is the same. */
export async function recordMessage(
  db: Db,
  message: typeof gatewayMessage.$inferInsert,
): Promise<void> {
  await db.insert(gatewayMessage).values(message).onConflictDoNothing()
}
