import { sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { matches } from '#db/core/matches.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { idempotentRequest } from '#db/tables/sessions.ts'

const { sessionHash, auditNumber, bodyHash, answer, at } = idempotentRequest
const insertKey = prepared(
  'claim_request',
  (db) =>
    db
      .insert(idempotentRequest)
      .values(placeholders({ sessionHash, auditNumber, bodyHash, at }))
      .onConflictDoNothing()
      .returning({ at }),
  'own',
)
/**
 * Claims the idempotency key of a request (P7).
 * @returns undefined when the key is new; else the earlier request, to be compared by `bodyHash`, whose
 * `answer` is null while it is running
 */
export async function claimIdempotencyKey(db: Db, request: typeof idempotentRequest.$inferInsert) {
  const inserted = await insertKey(db).execute(request)
  if (inserted.length > 0) return undefined
  const { sessionHash, auditNumber } = request
  const sameKey = matches(idempotentRequest, { sessionHash, auditNumber })
  const [first] = await db.select({ bodyHash, answer }).from(idempotentRequest).where(sameKey)
  return first
}

const updateAnswer = prepared(
  'store_answer',
  (db) =>
    db
      .update(idempotentRequest)
      .set({ answer: sql`coalesce(${answer}, ${sql.placeholder('answer')}::jsonb)` })
      .where(matches(idempotentRequest, placeholders({ sessionHash, auditNumber })))
      .returning({ answer }),
  'own',
)
/**
 * Stores the answer of a request unless a concurrent repeat has stored one.
 * @returns the stored answer, which is the one to send
 */
export async function storeFirstAnswer(
  db: Db,
  sessionHash: Buffer,
  auditNumber: string,
  answer: unknown,
): Promise<unknown> {
  const [row] = await updateAnswer(db).execute({
    sessionHash,
    auditNumber,
    answer: JSON.stringify(answer),
  })
  return row?.answer ?? answer
}
