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
import type { Db } from '#db/connection.ts'
import { inTransaction } from '#db/connection.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'

/** Everything of an attempt, with what its debt says of itself. */
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
/** What a debt charges, and what its law is applied to. */
type Terms = Pick<
  typeof debt.$inferSelect,
  'amount' | 'currency' | 'taxedAmount' | 'taxAmount' | 'indi'
>
/** An attempt that is to be made: CREATED, and not yet known to the gateway. */
export type Draft = Omit<
  typeof paymentAttempt.$inferInsert,
  'state' | 'accessToken' | 'tokenExpiresAt' | 'paymentToken' | 'settledAt' | 'looks'
>

/** Attempts that are read at once when all of a day are. */
const PAGE = 200

/** P8: whether it charges its debt as it is now, tip apart: a debt may have been corrected since. */
export const matchesDebt = (attempt: Attempt) => charges(attempt, attempt.debtTerms)
const charges = (tried: Terms & { tipAmount: number }, owed: Terms) =>
  tried.amount - tried.tipAmount === owed.amount &&
  tried.currency === owed.currency &&
  tried.taxedAmount === owed.taxedAmount &&
  tried.taxAmount === owed.taxAmount &&
  tried.indi === owed.indi

const OPEN = ['CREATED', 'PROCESSING'] as const
/** Over, as far as we were told. */
const CLOSED = ['REJECTED', 'EXPIRED'] as const

/**
 * Whether the gateway may hold money of it that we know nothing of: its outcome is not known, or
 * something was said of it after it was closed, and a look is planned to find out what. Until then
 * nobody may say that nothing was charged, and its debt takes no other charge (P1).
 */
export const isOutcomePending = ({ state, lookAt }: Attempt) =>
  state === 'PROCESSING' || (lookAt !== null && CLOSED.some((closed) => closed === state))
/** The same, asked of the table. */
export const outcomePending = or(
  eq(paymentAttempt.state, 'PROCESSING'),
  and(inArray(paymentAttempt.state, CLOSED), isNotNull(paymentAttempt.lookAt)),
)

const attempts = (db: Db) =>
  db
    .select(attemptColumns)
    .from(paymentAttempt)
    .innerJoin(debt, eq(debt.reference, paymentAttempt.debtReference))

export async function attemptById(db: Db, id: string): Promise<Attempt> {
  const [row] = await attempts(db).where(eq(paymentAttempt.id, id))
  if (!row) throw new Error(`attempt ${id} is gone`)
  return row
}

/** The attempt that a gateway's token belongs to. */
export async function attemptOfToken(db: Db, token: string): Promise<Attempt | undefined> {
  return (await attempts(db).where(eq(paymentAttempt.accessToken, token)))[0]
}

/** The same, if it is this person's. */
export async function ownAttempt(
  db: Db,
  personId: string,
  token: string,
): Promise<Attempt | undefined> {
  const mine = and(eq(paymentAttempt.accessToken, token), eq(paymentAttempt.personId, personId))
  return (await attempts(db).where(mine))[0]
}

/**
 * The attempt of a debt that is being confirmed, else its one open attempt, made from the draft
 * when there is none (P2). The debt's row is where all attempts of a debt queue: whoever comes
 * second finds what the first one left. The person's row comes before it, shared, so that who leaves
 * waits for this or this for them.
 * @returns null when the debt is not there to be paid any more, or not as the draft would charge it,
 *   or its person is gone
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
    if (!charges(draft, owed.terms)) return null
    const { personId, debtReference } = draft
    const [confirming] = await attempts(tx)
      .where(
        and(
          eq(paymentAttempt.personId, personId),
          eq(paymentAttempt.debtReference, debtReference),
          outcomePending,
        ),
      )
      .limit(1)
    if (confirming) return confirming
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
 * Keeps the gateway's token. The first one that is kept stays, and an attempt that was closed
 * meanwhile takes none: only a token that this answers may be handed to anybody.
 * @returns null when the attempt no longer waits for one
 */
export async function storeToken(
  db: Db,
  id: string,
  token: { accessToken: string; tokenExpiresAt: Date; lookAt: Date },
): Promise<string | null> {
  const kept = await db
    .update(paymentAttempt)
    .set({ ...token, looks: 0 })
    .where(
      and(
        eq(paymentAttempt.id, id),
        eq(paymentAttempt.state, 'CREATED'),
        isNull(paymentAttempt.accessToken),
      ),
    )
    .returning({ accessToken: paymentAttempt.accessToken })
  if (kept[0]) return kept[0].accessToken
  const now = await attemptById(db, id)
  return now.state === 'CREATED' ? now.accessToken : null
}

/** Closes an attempt that never got a token: nobody can charge what nobody can name. */
export async function expireWithoutToken(db: Db, id: string, now: Date): Promise<boolean> {
  const dropped = await db
    .update(paymentAttempt)
    .set({ state: 'EXPIRED', settledAt: now, lookAt: null })
    .where(
      and(
        eq(paymentAttempt.id, id),
        eq(paymentAttempt.state, 'CREATED'),
        isNull(paymentAttempt.accessToken),
      ),
    )
    .returning({ id: paymentAttempt.id })
  return dropped.length > 0
}

/**
 * P11: what a person may see of their attempts in a half-open span, the newest first: all but the
 * expired, and those whose page may still be used only while it may. What is being confirmed is seen.
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

/** The attempts that these tokens of the gateway belong to. */
export async function attemptsOfTokens(db: Db, tokens: string[]): Promise<Attempt[]> {
  if (tokens.length === 0) return []
  return await attempts(db).where(inArray(paymentAttempt.accessToken, tokens))
}

/** Everybody's attempts with a token that were made in a half-open span, in their order, in pages. */
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
      .limit(PAGE)
    if (page.length > 0) yield page
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

/** How many attempts have no known outcome. */
export async function countWithoutOutcome(db: Db): Promise<number> {
  const [row] = await db
    .select({ open: sql<number>`count(*)::int` })
    .from(paymentAttempt)
    .where(or(inArray(paymentAttempt.state, OPEN), outcomePending))
  return row?.open ?? 0
}
