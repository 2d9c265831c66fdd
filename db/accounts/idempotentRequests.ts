import { and, eq, sql } from 'drizzle-orm'
import { type Db } from '#db/connection.ts'
import { idempotentRequest } from '#db/tables/sessions.ts'

/** What is remembered of an earlier request with this number. */
export interface StoredAnswer {
  bodyHash: Buffer
  answer: unknown
}

/** Claims a request's number; undefined when it is new, else what the first one left. */
export async function claimIdempotencyKey(
  db: Db,
  request: { sessionHash: Buffer; auditNumber: string; bodyHash: Buffer; at: Date },
): Promise<StoredAnswer | undefined> {
  const mine = await db
    .insert(idempotentRequest)
    .values(request)
    .onConflictDoNothing()
    .returning({ at: idempotentRequest.at })
  if (mine.length > 0) return undefined
  const [first] = await db
    .select({ bodyHash: idempotentRequest.bodyHash, answer: idempotentRequest.answer })
    .from(idempotentRequest)
    .where(
      and(
        eq(idempotentRequest.sessionHash, request.sessionHash),
        eq(idempotentRequest.auditNumber, request.auditNumber),
      ),
    )
  return first
}

/** Keeps the first answer of a request; whoever comes second gets that one. */
export async function storeFirstAnswer(
  db: Db,
  sessionHash: Buffer,
  auditNumber: string,
  answer: unknown,
): Promise<unknown> {
  const [kept] = await db
    .update(idempotentRequest)
    .set({ answer: sql`coalesce(${idempotentRequest.answer}, ${JSON.stringify(answer)}::jsonb)` })
    .where(
      and(
        eq(idempotentRequest.sessionHash, sessionHash),
        eq(idempotentRequest.auditNumber, auditNumber),
      ),
    )
    .returning({ answer: idempotentRequest.answer })
  return kept?.answer ?? answer
}
