import { and, desc, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { inSpan, keyset, type Span } from '#db/core/pagination.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { isUuid } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'

/** Every column of an attempt, and those of its debt that a payment needs. */
export const attemptColumns = {
  ...getTableColumns(paymentAttempt),
  concept: debt.concept,
  merchantName: debt.merchantName,
  invoiceNumber: debt.invoiceNumber,
  points: debt.points,
  loyaltyCode: debt.loyaltyCode,
  requestId: debt.requestId,
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
export type Attempt = Awaited<ReturnType<typeof selectAttempts>>[number]
/** The amounts of a debt, in cents, and the base of its tax refund. */
type Terms = Attempt['debtTerms']
/** Attempts that `attemptsCreated` reads at once. */
const PAGE_SIZE = 200

/**
 * P8: whether an attempt charges what its debt says now, apart from the tip: a debt may have been
 * corrected after the attempt was opened.
 */
export const matchesDebt = (attempt: Attempt) => haveSameTerms(attempt, attempt.debtTerms)
/** Whether an attempt charges these terms, apart from its tip. */
export const haveSameTerms = (attempt: Terms & { tipAmount: number }, owed: Terms) =>
  attempt.amount - attempt.tipAmount === owed.amount &&
  attempt.currency === owed.currency &&
  attempt.taxedAmount === owed.taxedAmount &&
  attempt.taxAmount === owed.taxAmount &&
  attempt.indi === owed.indi

/** Points that a payment gave, less those of the part that was given back. */
export const pointsOf = ({
  points,
  amount,
  refundedAmount,
}: Pick<Attempt, 'points' | 'amount' | 'refundedAmount'>): number =>
  Math.floor((points * (amount - refundedAmount)) / amount)

/** States in which the payer may still be charged by the page. */
export const ACTIVE_STATES = ['CREATED', 'PROCESSING'] as const
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

/** A select of attempts with their debts, to be narrowed. */
export const selectAttempts = (db: Db) =>
  db
    .select(attemptColumns)
    .from(paymentAttempt)
    .innerJoin(debt, eq(debt.reference, paymentAttempt.debtReference))

const findById = prepared('attempt_by_id', (db) =>
  selectAttempts(db).where(eq(paymentAttempt.id, sql.placeholder('id'))),
)
export async function attemptById(db: Db, id: string): Promise<Attempt> {
  return existing(id, (await findById(db).execute({ id }))[0])
}

const lockById = prepared('lock_attempt', (db) =>
  selectAttempts(db)
    .where(eq(paymentAttempt.id, sql.placeholder('id')))
    .for('update', { of: [debt, paymentAttempt] }),
)
/**
 * Locks an attempt's debt and then the attempt: whatever changes the attempts of a debt does so one after
 * another. The rows are those of after the wait: PostgreSQL reads a locked row again when another
 * transaction has changed it.
 */
export async function lockAttempt(tx: Db, id: string): Promise<Attempt> {
  return existing(id, (await lockById(tx).execute({ id }))[0])
}

function existing(id: string, row: Attempt | undefined): Attempt {
  if (!row) throw new Error(`attempt ${id} does not exist`)
  return row
}

export async function attemptOfToken(db: Db, token: string): Promise<Attempt | undefined> {
  return (await selectAttempts(db).where(eq(paymentAttempt.accessToken, token)))[0]
}

const { accessToken, personId } = paymentAttempt
const findOwn = prepared('own_attempt', (db) =>
  selectAttempts(db).where(whereEquals(paymentAttempt, placeholders({ accessToken, personId }))),
)
/** The attempt of an access token, if it is this person's. */
export async function ownAttempt(db: Db, personId: string, accessToken: string) {
  return (await findOwn(db).execute({ personId, accessToken }))[0]
}

/** The attempt of an identifier, if it is this person's. */
export async function ownAttemptById(db: Db, personId: string, id: string) {
  if (!isUuid(id)) return undefined
  return (await selectAttempts(db).where(whereEquals(paymentAttempt, { id, personId })))[0]
}

/** The date of an attempt, as `attempt_of_person` has it: when it was charged; until then, when it began. */
const dateOf = sql`coalesce(${paymentAttempt.chargedAt}, ${paymentAttempt.createdAt})`

/**
 * P11: the attempts of a person whose date is in a half-open span, the newest first, without those that
 * never had a page.
 */
export async function attemptsOf(
  db: Db,
  personId: string,
  span: { from: Date; until: Date },
): Promise<Attempt[]> {
  return await selectAttempts(db)
    .where(
      and(
        eq(paymentAttempt.personId, personId),
        inSpan(dateOf, span),
        isNotNull(paymentAttempt.accessToken),
      ),
    )
    .orderBy(desc(dateOf), desc(paymentAttempt.id))
}

export async function attemptsOfTokens(db: Db, tokens: string[]): Promise<Attempt[]> {
  if (tokens.length === 0) return []
  return await selectAttempts(db).where(inArray(paymentAttempt.accessToken, tokens))
}

/** All attempts with a token that were created in a half-open span, the oldest first, in pages. */
export async function* attemptsCreated(db: Db, span: Span): AsyncGenerator<Attempt[]> {
  const { createdAt, id } = paymentAttempt
  const order = keyset({ createdAt, id }, 'oldest')
  for (let after: Attempt | undefined; ; ) {
    const page: Attempt[] = await selectAttempts(db)
      .where(
        and(inSpan(createdAt, span), isNotNull(paymentAttempt.accessToken), order.after(after)),
      )
      .orderBy(order.by)
      .limit(PAGE_SIZE)
    if (page.length > 0) yield page
    after = page.at(-1)
    if (page.length < PAGE_SIZE) return
  }
}

/** How many attempts are open or have a pending outcome. */
export const countWithoutOutcome = async (db: Db): Promise<number> =>
  await db.$count(paymentAttempt, or(inArray(paymentAttempt.state, ACTIVE_STATES), outcomePending))
