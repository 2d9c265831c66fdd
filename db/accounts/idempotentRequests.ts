import { sql } from 'drizzle-orm'
import { sendWithCommit } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { idempotentRequest } from '#db/tables/sessions.ts'

const { callerId, auditNumber, bodyHash, answer, at } = idempotentRequest
/** Identifies a request across its repeats (P7). */
export type IdempotencyKey = Pick<
  typeof idempotentRequest.$inferInsert,
  'callerId' | 'auditNumber' | 'bodyHash'
>
/** The first request of a key, to be compared by `bodyHash`; `answer` is null until it is answered. */
export type FirstRequest = Pick<typeof idempotentRequest.$inferSelect, 'bodyHash' | 'answer'>

const findRequest = prepared('idempotent_request', (db) =>
  db
    .select({ bodyHash, answer })
    .from(idempotentRequest)
    .where(whereEquals(idempotentRequest, placeholders({ callerId, auditNumber }))),
)
/** The request of a key; undefined when it is new. */
export async function findIdempotentRequest(
  db: Db,
  key: IdempotencyKey,
): Promise<FirstRequest | undefined> {
  return (await findRequest(db).execute(key))[0]
}

const target = [callerId, auditNumber]
const upsertKey = prepared(
  'claim_request',
  (db) =>
    db
      .insert(idempotentRequest)
      .values(placeholders({ callerId, auditNumber, bodyHash, at }))
      // The update locks the row of a concurrent or an earlier claim, after the end of its transaction.
      .onConflictDoUpdate({ target, set: { at: sql`${at}` } })
      .returning({ bodyHash, answer }),
  'own',
)
/**
 * Claims a key in the transaction of its request: the row is locked until the end of the transaction.
 * @returns the row: the caller's own, or that of the first request
 */
export async function claimIdempotencyKey(
  tx: Db,
  request: IdempotencyKey & { at: Date },
): Promise<FirstRequest> {
  const [row] = await upsertKey(tx).execute(request)
  if (!row) throw new Error('a claim returned no row')
  return row
}

const updateAnswer = prepared(
  'store_answer',
  (db) =>
    db
      .update(idempotentRequest)
      .set({ answer: sql`${sql.placeholder('answer')}::json` })
      .where(whereEquals(idempotentRequest, placeholders({ callerId, auditNumber }))),
  'own',
)
/** Stores the answer of a claimed request. */
export async function storeAnswer(db: Db, key: IdempotencyKey, answer: object): Promise<void> {
  await updateAnswer(db).execute({ ...key, answer: JSON.stringify(answer) })
}

/** Stores the answer of the request whose transaction ends with it. */
export function storeAnswerWithCommit(tx: Db, key: IdempotencyKey, answer: object): void {
  void sendWithCommit(tx, updateAnswer(tx), { ...key, answer: JSON.stringify(answer) })
}

const upsertAnswer = prepared(
  'claim_with_answer',
  (db) =>
    db
      .insert(idempotentRequest)
      .values({
        ...placeholders({ callerId, auditNumber, bodyHash, at }),
        answer: sql`${sql.placeholder('answer')}::json`,
      })
      .onConflictDoUpdate({
        target,
        set: { answer: sql`coalesce(${answer}, excluded.answer)` },
        setWhere: sql`${bodyHash} = excluded.body_hash`,
      })
      .returning({ bodyHash, answer }),
  'own',
)
/**
 * Claims a key and stores its answer in one statement.
 * @returns the row, with the answer that was stored first; undefined when the key is that of another body
 */
export async function claimWithAnswer(
  db: Db,
  { answer, ...request }: IdempotencyKey & { at: Date; answer: object },
): Promise<FirstRequest | undefined> {
  return (await upsertAnswer(db).execute({ ...request, answer: JSON.stringify(answer) }))[0]
}
