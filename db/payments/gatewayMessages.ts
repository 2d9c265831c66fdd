import { eq, exists, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { attemptColumns } from '#db/payments/attempts.ts'
import { debt, gatewayMessage, paymentAttempt } from '#db/tables/payments.ts'

const recorded = (db: Db) =>
  db
    .select({ at: gatewayMessage.at })
    .from(gatewayMessage)
    .where(eq(gatewayMessage.digest, sql.placeholder('digest')))
const findMessage = prepared('gateway_message', recorded)
/** Whether a message was processed before. @param digest SHA-256 of its canonical form */
export async function isRecorded(db: Db, digest: Buffer): Promise<boolean> {
  const rows = await findMessage(db).execute({ digest })
  return rows.length > 0
}

const { accessToken, personId } = paymentAttempt
const findReturned = prepared('returned_attempt', (db) =>
  db
    .select({ ...attemptColumns, isRepeated: sql<boolean>`${exists(recorded(db))}` })
    .from(paymentAttempt)
    .innerJoin(debt, eq(debt.reference, paymentAttempt.debtReference))
    .where(whereEquals(paymentAttempt, placeholders({ accessToken, personId }))),
)
/** The attempt of a return, if it is this person's, and whether the message was processed before. */
export async function returnedAttempt(
  db: Db,
  returned: { accessToken: string; personId: string; digest: Buffer },
) {
  return (await findReturned(db).execute(returned))[0]
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
