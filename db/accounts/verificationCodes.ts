import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { type Draft, verificationCode } from '#db/tables/sessions.ts'

export type CodePurpose = (typeof verificationCode.$inferSelect)['purpose']
/** A code as it is kept: hashes alone. */
export type NewCode = Pick<
  typeof verificationCode.$inferInsert,
  'id' | 'personId' | 'purpose' | 'codeHash' | 'linkHash' | 'createdAt' | 'expiresAt'
> & { draft: Draft | null }

/** Wrong tries after which the code by hand is no code any more; the link cannot be tried out. */
const TRIES = 5

/**
 * Keeps a new code; the newest of a draft kills the older. The person's row is to be held by the caller.
 * @returns whether a code of another draft stands beside it
 */
export async function storeCode(tx: Db, code: NewCode): Promise<boolean> {
  const { personId, purpose, createdAt, draft } = code
  const standing = and(
    eq(verificationCode.personId, personId),
    eq(verificationCode.purpose, purpose),
    isNull(verificationCode.endedAt),
  )
  const sameDraft = sql`${verificationCode.draft} ->> 'passwordHash' = ${draft?.passwordHash ?? ''}`
  await tx
    .update(verificationCode)
    .set({ endedAt: createdAt, draft: null })
    .where(and(standing, or(isNull(verificationCode.draft), sameDraft)))
  const [others] = await tx
    .select({ codes: count() })
    .from(verificationCode)
    .where(and(standing, gt(verificationCode.expiresAt, createdAt)))
  await tx.insert(verificationCode).values(code)
  return (others?.codes ?? 0) > 0
}

/** What came back, hashed: a code by hand, or a link's token. */
export type PresentedCode = { personId: string; purpose: CodePurpose } & (
  | { codeHash: Buffer }
  | { linkHash: Buffer }
)

/**
 * S4: uses up the code that stands, in one statement: of many that show it at once one is let in.
 * @returns what it confirms; undefined when it is none that stands or is too old, or was tried by
 *   hand too often; such a try is counted
 */
export async function consumeCode(
  tx: Db,
  shown: PresentedCode,
  now: Date,
): Promise<{ draft: Draft | null } | undefined> {
  const byHand = 'codeHash' in shown
  const fits = byHand
    ? eq(verificationCode.codeHash, shown.codeHash)
    : eq(verificationCode.linkHash, shown.linkHash)
  const tried = await tx
    .update(verificationCode)
    .set({
      tries: byHand ? sql`${verificationCode.tries} + 1` : verificationCode.tries,
      endedAt: sql`case when ${fits} then ${now}::timestamptz end`,
    })
    .where(
      and(
        eq(verificationCode.personId, shown.personId),
        eq(verificationCode.purpose, shown.purpose),
        isNull(verificationCode.endedAt),
        gt(verificationCode.expiresAt, now),
        byHand ? sql`${verificationCode.tries} < ${TRIES}` : undefined,
      ),
    )
    .returning({ endedAt: verificationCode.endedAt, draft: verificationCode.draft })
  return tried.find(({ endedAt }) => endedAt !== null)
}
