import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import { type Db, inTransaction } from '#db/connection.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'

/** Every column of an attempt, and those of its debt that a payment needs. */
export const attemptColumns = {
  ...getTableColumns(paymentAttempt),
  concept: debt.concept,
  merchantName: debt.merchantName,
  points: debt.points,
  loyaltyCode: debt.loyaltyCode,
  debtState: debt.state,
  debtTerms: {
    amount: debt.amount,
    currency: debt.currency,
    taxedAmount: debt.taxedAmount,
    taxAmount: debt.taxAmount,
    indi: debt.indi,
  },
}
/** One try to pay a debt by card. */
export type Attempt = typeof paymentAttempt.$inferSelect &
  Pick<typeof debt.$inferSelect, 'concept' | 'merchantName' | 'points' | 'loyaltyCode'> & {
    debtState: (typeof debt.$inferSelect)['state']
    debtTerms: Terms
  }
/** What a debt charges, in cents, and the base of its tax refund. */
type Terms = Pick<
  typeof debt.$inferSelect,
  'amount' | 'currency' | 'taxedAmount' | 'taxAmount' | 'indi'
>
/** A new attempt: CREATED, and not yet known to the gateway. */
export type Draft = Omit<
  typeof paymentAttempt.$inferInsert,
  'state' | 'accessToken' | 'tokenExpiresAt' | 'paymentToken' | 'settledAt' | 'pollCount'
>

/** Attempts that `attemptsCreated` reads at once. */
const PAGE_SIZE = 200

/**
 * P8: whether an attempt charges what its debt says now, apart from the tip: a debt may have been
 * corrected after the attempt was opened.
 */
export const matchesDebt = (attempt: Attempt) => haveSameTerms(attempt, attempt.debtTerms)
const haveSameTerms = (attempt: Terms & { tipAmount: number }, owed: Terms) =>
  attempt.amount - attempt.tipAmount === owed.amount &&
  attempt.currency === owed.currency &&
  attempt.taxedAmount === owed.taxedAmount &&
  attempt.taxAmount === owed.taxAmount &&
  attempt.indi === owed.indi

const OPEN = ['CREATED', 'PROCESSING'] as const
/** Ended without a charge, unless the gateway tells of one later. */
const CLOSED = ['REJECTED', 'EXPIRED'] as const

/**
 * Whether the gateway may hold a charge of the attempt that is not posted here: the outcome is
 * unknown, or a message arrived after the attempt was closed and a poll is scheduled. Until then no
 * answer says that nothing was charged, and the debt takes no other charge (P1).
 */
export const isOutcomePending = ({ state, nextPollAt }: Attempt) =>
  state === 'PROCESSING' || (nextPollAt !== null && CLOSED.some((closed) => closed === state))
/** `isOutcomePending` as a SQL condition. */
export const outcomePending = or(
  eq(paymentAttempt.state, 'PROCESSING'),
  and(inArray(paymentAttempt.state, CLOSED), isNotNull(paymentAttempt.nextPollAt)),
)

const attempts = (db: Db) =>
  db
    .select(attemptColumns)
    .from(paymentAttempt)
    .innerJoin(debt, eq(debt.reference, paymentAttempt.debtReference))

export async function attemptById(db: Db, id: string): Promise<Attempt> {
  const [row] = await attempts(db).where(eq(paymentAttempt.id, id))
  if (!row) throw new Error(`attempt ${id} does not exist`)
  return row
}

/** The attempt of an access token. */
export async function attemptOfToken(db: Db, token: string): Promise<Attempt | undefined> {
  return (await attempts(db).where(eq(paymentAttempt.accessToken, token)))[0]
}

/** The attempt of an access token, if it is this person's. */
export async function ownAttempt(
  db: Db,
  personId: string,
  token: string,
): Promise<Attempt | undefined> {
  const owned = and(eq(paymentAttempt.accessToken, token), eq(paymentAttempt.personId, personId))
  return (await attempts(db).where(owned))[0]
}

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
    const [payer] = await tx
      .select({ id: person.id })
      .from(person)
      .where(and(eq(person.id, draft.personId), isNull(person.deletedAt)))
      .for('key share')
    if (!payer) return null
    const [owed] = await tx
      .select({ state: debt.state, terms: attemptColumns.debtTerms })
      .from(debt)
      .where(and(eq(debt.reference, draft.debtReference), eq(debt.personId, draft.personId)))
      .for('update')
    if (owed?.state !== 'PENDING') return null
    if (!haveSameTerms(draft, owed.terms)) return null
    const { personId, debtReference } = draft
    const [pending] = await attempts(tx)
      .where(
        and(
          eq(paymentAttempt.personId, personId),
          eq(paymentAttempt.debtReference, debtReference),
          outcomePending,
        ),
      )
      .limit(1)
    if (pending) return pending
    const [open] = await attempts(tx).where(
      and(
        eq(paymentAttempt.debtReference, draft.debtReference),
        inArray(paymentAttempt.state, OPEN),
      ),
    )
    if (open) return open
    await tx.insert(paymentAttempt).values({ ...draft, state: 'CREATED' })
    return await attemptById(tx, draft.id)
  })
}

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
  const stored = await db
    .update(paymentAttempt)
    .set({ ...token, pollCount: 0 })
    .where(
      and(
        eq(paymentAttempt.id, id),
        eq(paymentAttempt.state, 'CREATED'),
        isNull(paymentAttempt.accessToken),
      ),
    )
    .returning({ accessToken: paymentAttempt.accessToken })
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

/**
 * P11: the attempts of a person that were created in a half-open span and are shown to them, the newest
 * first: expired ones are not shown, open pages only while their token is valid, and attempts with
 * a pending outcome always.
 */
export async function attemptsOf(
  db: Db,
  personId: string,
  span: { from: Date; until: Date },
  now: Date,
): Promise<Attempt[]> {
  return await attempts(db)
    .where(
      and(
        eq(paymentAttempt.personId, personId),
        gte(paymentAttempt.createdAt, span.from),
        lt(paymentAttempt.createdAt, span.until),
        or(
          outcomePending,
          and(
            ne(paymentAttempt.state, 'EXPIRED'),
            or(ne(paymentAttempt.state, 'CREATED'), gt(paymentAttempt.tokenExpiresAt, now)),
          ),
        ),
      ),
    )
    .orderBy(desc(paymentAttempt.createdAt), desc(paymentAttempt.id))
}

/** The attempts of these access tokens. */
export async function attemptsOfTokens(db: Db, tokens: string[]): Promise<Attempt[]> {
  if (tokens.length === 0) return []
  return await attempts(db).where(inArray(paymentAttempt.accessToken, tokens))
}

/** All attempts with a token that were created in a half-open span, the oldest first, in pages. */
export async function* attemptsCreated(
  db: Db,
  span: { from: Date; until: Date },
): AsyncGenerator<Attempt[]> {
  for (let after: Attempt | undefined; ; ) {
    const page: Attempt[] = await attempts(db)
      .where(
        and(
          gte(paymentAttempt.createdAt, span.from),
          lt(paymentAttempt.createdAt, span.until),
          isNotNull(paymentAttempt.accessToken),
          after &&
            sql`(${paymentAttempt.createdAt}, ${paymentAttempt.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(paymentAttempt.createdAt), asc(paymentAttempt.id))
      .limit(PAGE_SIZE)
    if (page.length > 0) yield page
    after = page.at(-1)
    if (page.length < PAGE_SIZE) return
  }
}

/** How many attempts are open or have a pending outcome. */
export async function countWithoutOutcome(db: Db): Promise<number> {
  const [row] = await db
    .select({ open: sql<number>`count(*)::int` })
    .from(paymentAttempt)
    .where(or(inArray(paymentAttempt.state, OPEN), outcomePending))
  return row?.open ?? 0
}
