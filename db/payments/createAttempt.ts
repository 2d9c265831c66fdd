import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '#db/connection.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import {
  type Attempt,
  attemptById,
  attemptColumns,
  haveSameTerms,
  ACTIVE_STATES,
  outcomePending,
  selectAttempts,
} from '#db/payments/attempts.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'

/** A new attempt: CREATED, and not yet known to the gateway. */
export type Draft = Omit<
  typeof paymentAttempt.$inferInsert,
  'state' | 'accessToken' | 'tokenExpiresAt' | 'paymentToken' | 'settledAt' | 'pollCount'
>

const lockPayer = prepared('lock_payer', (db) =>
  db
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.id, sql.placeholder('personId')), isNull(person.deletedAt)))
    .for('key share')
    .prepare('lock_payer'),
)
const lockOwedDebt = prepared('lock_owed_debt', (db) =>
  db
    .select({ state: debt.state, terms: attemptColumns.debtTerms })
    .from(debt)
    .where(
      and(
        eq(debt.reference, sql.placeholder('reference')),
        eq(debt.personId, sql.placeholder('personId')),
      ),
    )
    .for('update')
    .prepare('lock_owed_debt'),
)
const findPending = prepared('pending_attempt', (db) =>
  selectAttempts(db)
    .where(
      and(
        eq(paymentAttempt.personId, sql.placeholder('personId')),
        eq(paymentAttempt.debtReference, sql.placeholder('reference')),
        outcomePending,
      ),
    )
    .limit(1)
    .prepare('pending_attempt'),
)
const findOpen = prepared('open_attempt', (db) =>
  selectAttempts(db)
    .where(
      and(
        eq(paymentAttempt.debtReference, sql.placeholder('reference')),
        inArray(paymentAttempt.state, ACTIVE_STATES),
      ),
    )
    .prepare('open_attempt'),
)
/**
 * The attempt of a debt whose outcome is pending, else its one open attempt, else a new one from the
 * draft (P2). The lock on the debt's row makes concurrent requests wait, so that the second finds
 * the first one's attempt. The person's row is locked before it, shared: an account is not erased
 * while a payment of it is opened.
 * @returns null when the debt is not PENDING or its terms are not the draft's, or when its person
 *   has deleted the account
 */
export async function findOrCreateAttempt(db: Db, draft: Draft): Promise<Attempt | null> {
  return await inTransaction(db, async (tx) => {
    const { personId, debtReference: reference } = draft
    const [payer] = await lockPayer(tx).execute({ personId })
    if (!payer) return null
    const [owed] = await lockOwedDebt(tx).execute({ personId, reference })
    if (owed?.state !== 'PENDING') return null
    if (!haveSameTerms(draft, owed.terms)) return null
    const [pending] = await findPending(tx).execute({ personId, reference })
    if (pending) return pending
    const [open] = await findOpen(tx).execute({ reference })
    if (open) return open
    await tx.insert(paymentAttempt).values({ ...draft, state: 'CREATED' })
    return await attemptById(tx, draft.id)
  })
}

const updateToken = prepared(
  'store_token',
  (db) =>
    db
      .update(paymentAttempt)
      .set({
        accessToken: sql`${sql.placeholder('accessToken')}`,
        tokenExpiresAt: sql`${sql.placeholder('tokenExpiresAt')}`,
        nextPollAt: sql`${sql.placeholder('nextPollAt')}`,
        pollCount: 0,
      })
      .where(
        and(
          eq(paymentAttempt.id, sql.placeholder('id')),
          eq(paymentAttempt.state, 'CREATED'),
          isNull(paymentAttempt.accessToken),
        ),
      )
      .returning({ accessToken: paymentAttempt.accessToken })
      .prepare('store_token'),
  'pool',
)
/**
 * Stores the gateway's token. The first stored token stays, and an attempt that was closed meanwhile
 * takes none: only the returned token may be given to the app.
 * @returns null when the attempt was closed
 */
export async function storeToken(
  db: Db,
  id: string,
  token: { accessToken: string; tokenExpiresAt: Date; nextPollAt: Date },
): Promise<string | null> {
  const stored = await updateToken(db).execute({ ...token, id })
  if (stored[0]) return stored[0].accessToken
  const current = await attemptById(db, id)
  return current.state === 'CREATED' ? current.accessToken : null
}

/**
 * Closes an attempt that never got a token: without one nothing can be charged.
 * @returns false when the attempt has a token or was closed before
 */
export async function expireWithoutToken(db: Db, id: string, now: Date): Promise<boolean> {
  const expired = await db
    .update(paymentAttempt)
    .set({ state: 'EXPIRED', settledAt: now, nextPollAt: null })
    .where(
      and(
        eq(paymentAttempt.id, id),
        eq(paymentAttempt.state, 'CREATED'),
        isNull(paymentAttempt.accessToken),
      ),
    )
    .returning({ id: paymentAttempt.id })
  return expired.length > 0
}
