import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { gatewayMessage } from '#db/tables/payments.ts'

const findMessage = prepared('gateway_message', (db) =>
  db
    .select({ at: gatewayMessage.at })
    .from(gatewayMessage)
    .where(eq(gatewayMessage.digest, sql.placeholder('digest'))),
)
/** Whether a message was processed before. @param digest SHA-256 of its canonical form */
export async function isRecorded(db: Db, digest: Buffer): Promise<boolean> {
  const rows = await findMessage(db).execute({ digest })
  return rows.length > 0
}

const insertMessage = prepared(
  'record_message',
  (db) =>
    db
      .insert(gatewayMessage)
      .values(placeholders(getTableColumns(gatewayMessage)))
      .onConflictDoNothing(),
  'own',
)
/** Records a processed message with a valid signature; a repeat changes nothing. */
export async function recordMessage(db: Db, message: typeof gatewayMessage.$inferInsert) {
  await insertMessage(db).execute({ attemptId: null, ...message })
}
