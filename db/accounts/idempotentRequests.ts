import { getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { matches } from '#db/core/matches.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { idempotentRequest, session } from '#db/tables/sessions.ts'

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
  return await findIdempotentRequest(db, request)
}

const findRequest = prepared('idempotent_request', (db) =>
  db
    .select({ bodyHash, answer })
    .from(idempotentRequest)
    .where(matches(idempotentRequest, placeholders({ sessionHash, auditNumber }))),
)
/** The request of an idempotency key, if it was claimed. */
export async function findIdempotentRequest(
  db: Db,
  key: Pick<typeof idempotentRequest.$inferInsert, 'sessionHash' | 'auditNumber'>,
) {
  return (await findRequest(db).execute(key))[0]
}

type Answered = typeof idempotentRequest.$inferInsert & { answer: object }
const firstAnswer = sql`coalesce(${answer}, ${sql.placeholder('answer')}::jsonb)`
const updateAnswer = prepared(
  'store_answer',
  (db) =>
    db
      .update(idempotentRequest)
      .set({ answer: firstAnswer })
      .where(matches(idempotentRequest, placeholders({ sessionHash, auditNumber })))
      .returning({ answer }),
  'own',
)
/**
 * Stores the answer of a claimed request unless a concurrent repeat has stored one.
 * @returns the stored answer, which is the one to send
 */
export async function storeFirstAnswer(db: Db, request: Answered): Promise<unknown> {
  const answer = JSON.stringify(request.answer)
  const [row] = await updateAnswer(db).execute({ ...request, answer })
  return row?.answer ?? request.answer
}

// Of a session whose token was replaced meanwhile nothing is stored: it could not be found to be erased.
const insertAnswer = prepared(
  'claim_with_answer',
  (db) => {
    const { sessionHash, auditNumber, bodyHash, answer, at } = placeholders(
      getTableColumns(idempotentRequest),
    )
    return db
      .insert(idempotentRequest)
      .select(
        sql`select ${session.tokenHash}, ${auditNumber}::text, ${bodyHash}::bytea, ${answer}::jsonb,
          ${at}::timestamptz from ${session} where ${session.tokenHash} = ${sessionHash}`,
      )
      .onConflictDoUpdate({
        target: [idempotentRequest.sessionHash, idempotentRequest.auditNumber],
        set: { answer: firstAnswer },
        setWhere: sql`${idempotentRequest.bodyHash} = excluded.body_hash`,
      })
      .returning({ answer: idempotentRequest.answer })
  },
  'own',
)
/**
 * The same of a request of a session that may not be claimed yet, which claims it.
 * @returns undefined when its key is that of another request
 */
export async function claimWithAnswer(db: Db, request: Answered): Promise<unknown> {
  const answer = JSON.stringify(request.answer)
  const [row] = await insertAnswer(db).execute({ ...request, answer })
  if (row) return row.answer
  const first = await findIdempotentRequest(db, request)
  return first && !first.bodyHash.equals(request.bodyHash) ? undefined : request.answer
}
