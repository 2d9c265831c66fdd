import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { type Draft, mailedCode } from '#db/tables/people.ts'

export type CodePurpose = (typeof mailedCode.$inferSelect)['purpose']
/** A code as it is kept: hashes alone. */
export type NewCode = Pick<
  typeof mailedCode.$inferInsert,
  'id' | 'personId' | 'purpose' | 'codeHash' | 'linkHash' | 'createdAt' | 'expiresAt'
> & { draft: Draft | null }

/** Wrong tries after which the code by hand is no code any more; the link cannot be tried out. */
const TRIES = 5

/**
 * Keeps a new code; the newest of a draft kills the older. The person's row is to be held by the caller.
 * @returns whether a code of another draft stands beside it
 */
export async function keepCode(tx: Db, code: NewCode): Promise<boolean> {
  const { personId, purpose, createdAt, draft } = code
  const standing = and(
    eq(mailedCode.personId, personId),
    eq(mailedCode.purpose, purpose),
    isNull(mailedCode.endedAt),
  )
  const sameDraft = sql`${mailedCode.draft} ->> 'passwordHash' = ${draft?.passwordHash ?? ''}`
  await tx
    .update(mailedCode)
    .set({ endedAt: createdAt, draft: null })
    .where(and(standing, or(isNull(mailedCode.draft), sameDraft)))
  const [others] = await tx
    .select({ codes: count() })
    .from(mailedCode)
    .where(and(standing, gt(mailedCode.expiresAt, createdAt)))
  await tx.insert(mailedCode).values(code)
  return (others?.codes ?? 0) > 0
}

/** What came back, hashed: a code by hand, or a link's token. */
export type ShownCode = { personId: string; purpose: CodePurpose } & (
  | { codeHash: Buffer }
  | { linkHash: Buffer }
)

/**
 * Uses up the code that stands, in one statement: of many that show it at once one is let in.
 * @returns what it confirms; undefined when it is none that stands or is too old, or was tried by
 *   hand too often; such a try is counted
 */
export async function spendCode(
  tx: Db,
  shown: ShownCode,
  now: Date,
): Promise<{ draft: Draft | null } | undefined> {
  const byHand = 'codeHash' in shown
  const fits = byHand
    ? eq(mailedCode.codeHash, shown.codeHash)
    : eq(mailedCode.linkHash, shown.linkHash)
  const tried = await tx
    .update(mailedCode)
    .set({
      tries: byHand ? sql`${mailedCode.tries} + 1` : mailedCode.tries,
      endedAt: sql`case when ${fits} then ${now}::timestamptz end`,
    })
    .where(
      and(
        eq(mailedCode.personId, shown.personId),
        eq(mailedCode.purpose, shown.purpose),
        isNull(mailedCode.endedAt),
        gt(mailedCode.expiresAt, now),
        byHand ? sql`${mailedCode.tries} < ${TRIES}` : undefined,
      ),
    )
    .returning({ endedAt: mailedCode.endedAt, draft: mailedCode.draft })
  return tried.find(({ endedAt }) => endedAt !== null)
}
