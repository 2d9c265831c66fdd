import { and, eq, inArray, sql } from 'drizzle-orm'
import { inTransaction, sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import {
  ACTIVE_STATES,
  type Attempt,
  attemptById,
  attemptColumns,
  haveSameTerms,
  outcomePending,
  selectAttempts,
} from '#db/payments/attempts.ts'
import { lockRequest } from '#db/payments/paymentRequests.ts'
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
    .where(whereEquals(person, { id: sql.placeholder('personId'), deletedAt: null }))
    .for('key share'),
)
const { concept, merchantName, invoiceNumber, points, loyaltyCode, requestId } = attemptColumns
const { debtState, debtTerms } = attemptColumns
const debtColumns = {
  concept,
  merchantName,
  invoiceNumber,
  points,
  loyaltyCode,
  requestId,
  debtState,
  debtTerms,
}
const { reference, personId } = debt
const lockOwedDebt = prepared('lock_owed_debt', (db) =>
  db
    .select(debtColumns)
    .from(debt)
    .where(whereEquals(debt, placeholders({ reference, personId })))
    .for('update'),
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
    .limit(1),
)
const findOpen = prepared('open_attempt', (db) =>
  selectAttempts(db).where(
    and(
      eq(paymentAttempt.debtReference, sql.placeholder('reference')),
      inArray(paymentAttempt.state, ACTIVE_STATES),
    ),
  ),
)
const insertAttempt = prepared('insert_attempt', (db) =>
  db
    .insert(paymentAttempt)
    .values({
      id: sql.placeholder('id'),
      personId: sql.placeholder('personId'),
      debtReference: sql.placeholder('debtReference'),
      netId: sql.placeholder('netId'),
      merchantId: sql.placeholder('merchantId'),
      currency: sql.placeholder('currency'),
      amount: sql.placeholder('amount'),
      taxedAmount: sql.placeholder('taxedAmount'),
      taxAmount: sql.placeholder('taxAmount'),
      tipAmount: sql.placeholder('tipAmount'),
      installments: sql.placeholder('installments'),
      indi: sql.placeholder('indi'),
      state: 'CREATED',
      auditNumber: sql.placeholder('auditNumber'),
      createdAt: sql.placeholder('createdAt'),
      nextPollAt: sql.placeholder('nextPollAt'),
    })
    .returning(),
)
/**
 * The attempt of a debt whose outcome is pending, else its one open attempt, else a new one from the
 * draft (P2). The lock on the debt's row makes concurrent requests wait, so that the second finds
 * the first one's attempt. The person's row is locked before it, shared: an account is not erased
 * while a payment of it is opened. The row of the till's request, if the debt is of one, is locked first of
 * all.
 * @param assertMayOpen is called before a new attempt is stored; its error prevents that
 * @param requestId of the debt
 * @param claim is called first; its error prevents all
 * @returns null when the debt is not PENDING or its terms are not the draft's, or when its person
 *   has deleted the account
 */
export async function findOrCreateAttempt(
  db: Db,
  draft: Draft,
  assertMayOpen?: (tx: Db) => Promise<void>,
  requestId: string | null = null,
  claim?: (tx: Db) => Promise<unknown>,
): Promise<Attempt | null> {
  return await inTransaction(db, async (tx) => {
    const { personId, debtReference: reference } = draft
    const claimed = claim?.(tx)
    if (requestId) await sentTogether([claimed, lockRequest(tx, requestId, draft.createdAt)])
    // PostgreSQL runs them in this order, each with a snapshot of its own: the attempts are read
    // while both locks are held.
    const [[payer], [owed], [pending], [open]] = await sentTogether([
      lockPayer(tx).execute({ personId }),
      lockOwedDebt(tx).execute({ personId, reference }),
      findPending(tx).execute({ personId, reference }),
      findOpen(tx).execute({ reference }),
      claimed,
    ])
    if (!payer || owed?.debtState !== 'PENDING' || !haveSameTerms(draft, owed.debtTerms))
      return null
    const existing = pending ?? open
    if (existing) return existing
    await assertMayOpen?.(tx)
    const [inserted] = await insertAttempt(tx).execute(draft)
    if (!inserted) throw new Error(`attempt ${draft.id} was not inserted`)
    return { ...inserted, ...owed }
  })
}

/** The gateway may still give the attempt its token. */
const isWithoutToken = whereEquals(paymentAttempt, { state: 'CREATED', accessToken: null })
const { accessToken, tokenExpiresAt, nextPollAt } = paymentAttempt
const updateToken = prepared(
  'store_token',
  (db) =>
    db
      .update(paymentAttempt)
      .set({ ...placeholders({ accessToken, tokenExpiresAt, nextPollAt }), pollCount: 0 })
      .where(and(eq(paymentAttempt.id, sql.placeholder('id')), isWithoutToken))
      .returning({ accessToken }),
  'own',
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
  const [updated] = await updateToken(db).execute({ ...token, id })
  const current = updated ? { ...updated, state: 'CREATED' } : await attemptById(db, id)
  return current.state === 'CREATED' ? current.accessToken : null
}

/**
 * Closes an attempt that never got a token: without one nothing can be charged.
 * @returns false when the attempt has a token or was closed before
 */
export async function expireWithoutToken(db: Db, id: string, now: Date): Promise<boolean> {
  const expired = { state: 'EXPIRED', settledAt: now, nextPollAt: null } as const
  const open = and(eq(paymentAttempt.id, id), isWithoutToken)
  return Boolean((await db.update(paymentAttempt).set(expired).where(open)).rowCount)
}
