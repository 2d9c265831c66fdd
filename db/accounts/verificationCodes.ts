import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { withdrawMails } from '#db/messaging/mailOutbox.ts'
import { type Draft, verificationCode } from '#db/tables/sessions.ts'

/** The purpose of a code: `confirm` an account, or `reset` a password. */
export type CodePurpose = (typeof verificationCode.$inferSelect)['purpose']
/** A new code with its link token, both as hashes. */
type NewCode = Pick<
  typeof verificationCode.$inferInsert,
  'id' | 'personId' | 'purpose' | 'codeHash' | 'linkHash' | 'createdAt' | 'expiresAt'
> & { draft: Draft | null }

/** Failed tries after which a typed code is refused; the link's token is too long to be guessed. */
const MAX_TRIES = 5

/**
 * Stores a new code and ends the older codes of the same draft. The caller must hold the lock on the
 * person's row (`lockPerson`).
 * @returns whether a code of another draft is active too
 */
export async function storeCode(tx: Db, code: NewCode): Promise<boolean> {
  const { personId, purpose, createdAt, draft } = code
  const active = whereEquals(verificationCode, { personId, purpose, endedAt: null })
  const sameDraft = sql`${verificationCode.draft} ->> 'passwordHash' = ${draft?.passwordHash ?? ''}`
  await endCodes(tx, and(active, or(isNull(verificationCode.draft), sameDraft)), createdAt)
  const inTime = gt(verificationCode.expiresAt, createdAt)
  const others = await tx.$count(verificationCode, and(active, inTime))
  await tx.insert(verificationCode).values(code)
  return others > 0
}

/** The hash of a typed code, or of the token of a link. */
type PresentedCode = { personId: string; purpose: CodePurpose } & (
  | { codeHash: Buffer }
  | { linkHash: Buffer }
)

const hasHash = (presented: PresentedCode) =>
  'codeHash' in presented
    ? eq(verificationCode.codeHash, presented.codeHash)
    : eq(verificationCode.linkHash, presented.linkHash)

/**
 * S4: redeems the active code, in one statement, so that of concurrent requests one succeeds.
 * @returns the draft that the code confirms; undefined when the code is wrong, used or expired, or has
 * too many failed tries. A wrong typed code is counted as a failed try.
 */
export async function consumeCode(
  tx: Db,
  presented: PresentedCode,
  now: Date,
): Promise<{ draft: Draft | null } | undefined> {
  const isTyped = 'codeHash' in presented
  const { personId, purpose } = presented
  const nowIfRight = sql`case when ${hasHash(presented)} then ${now}::timestamptz end`
  const tried = await tx
    .update(verificationCode)
    .set({
      tries: isTyped ? sql`${verificationCode.tries} + 1` : verificationCode.tries,
      endedAt: nowIfRight,
      redeemedAt: nowIfRight,
    })
    .where(
      and(
        whereEquals(verificationCode, { personId, purpose, endedAt: null }),
        gt(verificationCode.expiresAt, now),
        isTyped ? sql`${verificationCode.tries} < ${MAX_TRIES}` : undefined,
      ),
    )
    .returning({ endedAt: verificationCode.endedAt, draft: verificationCode.draft })
  return tried.find(({ endedAt }) => endedAt !== null)
}

/** Ends every active code of a person. The caller must hold the lock on the person's row. */
export async function endCodesOf(tx: Db, personId: string, now: Date): Promise<void> {
  await endCodes(tx, whereEquals(verificationCode, { personId, endedAt: null }), now)
}

async function endCodes(tx: Db, condition: SQL | undefined, now: Date): Promise<void> {
  const ended = await tx
    .update(verificationCode)
    .set({ endedAt: now, draft: null })
    .where(condition)
    .returning({ id: verificationCode.id, purpose: verificationCode.purpose })
  await withdrawMails(tx, ended.map(codeEvent), now)
}

/** The event of the email that has a code. */
export const codeEvent = ({ purpose, id }: { purpose: CodePurpose; id: string }) =>
  `${purpose} ${id}`

export async function wasRedeemed(tx: Db, presented: PresentedCode): Promise<boolean> {
  const { personId, purpose } = presented
  const redeemed = and(isNotNull(verificationCode.redeemedAt), hasHash(presented))
  const ofPurpose = whereEquals(verificationCode, { personId, purpose })
  return (await tx.$count(verificationCode, and(ofPurpose, redeemed))) > 0
}
