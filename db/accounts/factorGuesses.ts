import { and, eq, sql } from 'drizzle-orm'
import { waitAfter } from '#db/accounts/loginDelay.ts'
import type { Db } from '#db/core/connection.ts'
import { secondFactor, session } from '#db/tables/sessions.ts'

/** Seconds of 34,000 years: a longer wait would exceed the range of an instant. */
const MAX_WAIT = 2 ** 40

/** Until when a person's codes are not checked; null: now. */
export async function codeWait(tx: Db, personId: string, now: Date): Promise<Date | null> {
  const [row] = await tx.select().from(secondFactor).where(eq(secondFactor.personId, personId))
  return row?.nextCodeAt && row.nextCodeAt > now ? row.nextCodeAt : null
}

/**
 * Counts a wrong code. From the fifth on there is a wait of 1 s, doubled by each further one, without
 * a longest wait.
 * @param sessionHash the session that sent it; null: a login
 * @returns the wrong codes that count
 */
export async function countWrongCode(
  tx: Db,
  { personId, sessionHash, now }: { personId: string; sessionHash: Buffer | null; now: Date },
): Promise<number> {
  const count = sql`${secondFactor.wrongCodes} + 1`
  const [row] = await tx
    .update(secondFactor)
    .set({
      wrongCodes: count,
      nextCodeAt: sql`${now}::timestamptz + ${waitAfter(count, MAX_WAIT)}`,
    })
    .where(eq(secondFactor.personId, personId))
    .returning({ wrongCodes: secondFactor.wrongCodes })
  if (sessionHash)
    await tx
      .update(session)
      .set({ wrongCodes: sql`${session.wrongCodes} + 1` })
      .where(eq(session.tokenHash, sessionHash))
  return row?.wrongCodes ?? 0
}

/**
 * Takes back the wrong codes of a session that has sent a right one: they were the owner's. Those of
 * other sessions and of logins stay, so that the owner's own logins give a guesser no new tries.
 * @param sessionHash null: a login
 */
export async function takeBackOwnCodes(tx: Db, personId: string, sessionHash: Buffer | null) {
  const own = sessionHash
    ? sql`(select s.wrong_codes from session s where s.token_hash = ${sessionHash})`
    : sql`0`
  await tx
    .update(secondFactor)
    .set({
      wrongCodes: sql`greatest(0, ${secondFactor.wrongCodes} - coalesce(${own}, 0))`,
      nextCodeAt: null,
      forgiven: false,
    })
    .where(eq(secondFactor.personId, personId))
  if (sessionHash)
    await tx.update(session).set({ wrongCodes: 0 }).where(eq(session.tokenHash, sessionHash))
}

/**
 * Takes back all wrong codes: a guesser with the old password has no further try.
 * @param condition `always` after a change of the password in a session that has shown the factor;
 * `onceUntilRightCode` after a reset by email, so that access to the mailbox buys no series of guesses
 */
export async function takeBackWrongCodes(
  tx: Db,
  personId: string,
  condition: 'always' | 'onceUntilRightCode',
): Promise<void> {
  const isReset = condition === 'onceUntilRightCode'
  await tx
    .update(secondFactor)
    .set({ wrongCodes: 0, nextCodeAt: null, ...(isReset && { forgiven: true }) })
    .where(
      and(
        eq(secondFactor.personId, personId),
        isReset ? eq(secondFactor.forgiven, false) : undefined,
      ),
    )
}
