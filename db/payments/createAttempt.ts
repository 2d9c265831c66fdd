import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { inTransaction, sendWithCommit, sentTogether } from '#db/core/connection.ts'
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
/** PostgreSQL locks the row of the payer while it looks for the debt, and the found debt last. */
const lockOwedDebt = prepared('lock_owed_debt', (db) => {
  const payer = db.$with('payer').as(
    db
      .select({ id: person.id })
      .from(person)
      .where(whereEquals(person, { id: sql.placeholder('personId'), deletedAt: null }))
      .for('share'),
  )
  return db
    .with(payer)
    .select(debtColumns)
    .from(debt)
    .innerJoin(payer, eq(payer.id, debt.personId))
    .where(eq(debt.reference, sql.placeholder('reference')))
    .for('update', { of: debt })
})
const findPendingOrOpen = prepared('pending_or_open_attempt', (db) =>
  selectAttempts(db)
    .where(
      and(
        eq(paymentAttempt.debtReference, sql.placeholder('reference')),
        or(
          inArray(paymentAttempt.state, ACTIVE_STATES),
          and(eq(paymentAttempt.personId, sql.placeholder('personId')), outcomePending),
        ),
      ),
    )
    .orderBy(sql`${outcomePending} desc`)
    .limit(1),
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
  const found = await inTransaction(db, async (tx) => {
    const { personId, debtReference: reference } = draft
    const claimed = claim?.(tx)
    if (requestId) await sentTogether([claimed, lockRequest(tx, requestId, draft.createdAt)])
    // PostgreSQL runs them in this order, each with a snapshot of its own: the attempts are read
    // while both locks are held.
    const [[owed], [existing]] = await sentTogether([
      lockOwedDebt(tx).execute({ personId, reference }),
      findPendingOrOpen(tx).execute({ personId, reference }),
      claimed,
    ])
    if (owed?.debtState !== 'PENDING' || !haveSameTerms(draft, owed.debtTerms)) return null
    if (existing) return { existing }
    await assertMayOpen?.(tx)
    return { owed, inserting: sendWithCommit(tx, insertAttempt(tx), draft) }
  })
  if (!found?.inserting) return found?.existing ?? null
  const [inserted] = await found.inserting
  if (!inserted) throw new Error(`attempt ${draft.id} was not inserted`)
  return { ...inserted, ...found.owed }
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
