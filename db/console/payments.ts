import { and, eq, sql } from 'drizzle-orm'
import type { Amounts } from '#contract/console/objectKind.ts'
import type { AttemptState } from '#contract/entities/payment.ts'
import { stationsNamed } from '#db/console/stations.ts'
import type { Db } from '#db/core/db.ts'
import { EMPTY, type Listed, listed } from '#db/core/listed.ts'
import { inAmounts, inSpan, keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { inStations, type Scope, seesStation } from '#db/core/stationScope.ts'
import { isUuid } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { selectAttempts } from '#db/payments/attempts.ts'
import { refundsOf } from '#db/payments/refunds.ts'
import { proposalsOf } from '#db/proposals/proposals.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { notification } from '#db/tables/messaging.ts'
import { debt, gatewayMessage, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'

/** The last four digits of the card of an attempt, as their index has them. */
const lastFourOf = sql`right(${paymentAttempt.maskedCard}, 4)`

export interface PaymentFilter {
  state?: AttemptState
  period?: Span
  lastFour?: string
  authorizationCode?: string
  debtReference?: string
  personId?: string
  /** Code or a part of the name. */
  station?: string
  amount?: Amounts
}

const order = keyset({ at: paymentAttempt.createdAt, id: paymentAttempt.id })
const selectListed = (db: Db) =>
  db
    .select({
      id: paymentAttempt.id,
      concept: debt.concept,
      merchantName: debt.merchantName,
      amount: paymentAttempt.amount,
      currency: paymentAttempt.currency,
      createdAt: paymentAttempt.createdAt,
      maskedCard: paymentAttempt.maskedCard,
      authorizationCode: paymentAttempt.authorizationCode,
      state: paymentAttempt.state,
      firstName: person.firstName,
      firstSurname: person.firstSurname,
    })
    .from(paymentAttempt)
    .innerJoin(debt, eq(debt.reference, paymentAttempt.debtReference))
    .innerJoin(person, eq(person.id, paymentAttempt.personId))
/** A payment in the list. */
export type ListedPayment = Awaited<ReturnType<typeof selectListed>>[number]

/** Attempts of the scope that match every part of a filter, the newest first. */
export async function paymentsLike(
  db: Db,
  scope: Scope,
  filter: PaymentFilter,
  page: PageQuery,
): Promise<Listed<ListedPayment>> {
  const { period, lastFour, station, amount, ...values } = filter
  const stations = station === undefined ? null : await stationsNamed(db, scope, station)
  const { by, after } = order.of(page)
  const conditions = [
    whereEquals(paymentAttempt, values),
    inStations(paymentAttempt.branchCode, stations ? { stations } : scope),
    inAmounts(paymentAttempt.amount, amount),
    inSpan(paymentAttempt.createdAt, period),
    // The conditions of the partial indexes.
    lastFour === undefined
      ? undefined
      : sql`${lastFourOf} = ${lastFour} and ${paymentAttempt.maskedCard} <> ''`,
    filter.authorizationCode ? sql`${paymentAttempt.authorizationCode} <> ''` : undefined,
    after(page.after),
  ]
  if (stations?.length === 0) return EMPTY
  return listed(
    selectListed(db)
      .where(and(...conditions))
      .orderBy(by)
      .limit(page.count),
  )
}

/** Newest proposals that a payment's page tells of. */
const MAX_PROPOSALS = 100

/** An attempt with its refunds and the proposals of them; null for an id that is not one of the scope. */
export async function paymentWithRefunds(db: Db, scope: Scope, id: string) {
  if (!isUuid(id)) return null
  const [attempt] = await selectAttempts(db).where(eq(paymentAttempt.id, id))
  if (!attempt || !seesStation(scope, attempt.branchCode)) return null
  const refunds = await refundsOf(db, id)
  return { attempt, refunds, proposals: await proposalsOf(db, 'refund', [id], MAX_PROPOSALS) }
}

/** The payer of an attempt, and what followed from it. */
export async function paymentHistory(
  db: Db,
  { attempt, refunds }: NonNullable<Awaited<ReturnType<typeof paymentWithRefunds>>>,
) {
  const { id, personId, paymentToken } = attempt
  const returned = [attempt.refundedAmount, ...refunds.map(({ total }) => total)]
  const reversals = returned.map((total) => `refund ${total}:${paymentToken}`)
  const [[payer], messages, notifications, postings] = await Promise.all([
    db.select().from(person).where(eq(person.id, personId)),
    db
      .select({ at: gatewayMessage.at, kind: gatewayMessage.kind })
      .from(gatewayMessage)
      .where(eq(gatewayMessage.attemptId, id)),
    db
      .select({ at: notification.at, title: notification.title, text: notification.text })
      .from(notification)
      .where(
        and(
          eq(notification.personId, personId),
          sql`${notification.event} >= ${`payment:${id}:`} and ${notification.event} < ${`payment:${id};`}`,
        ),
      ),
    paymentToken === null
      ? []
      : db
          .select({
            at: ledgerTransaction.at,
            concept: ledgerTransaction.concept,
            points: ledgerEntry.points,
          })
          .from(ledgerTransaction)
          .innerJoin(ledgerEntry, eq(ledgerEntry.transactionId, ledgerTransaction.id))
          .innerJoin(ledgerAccount, eq(ledgerAccount.id, ledgerEntry.accountId))
          .where(
            sql`(${ledgerTransaction.event}, ${ledgerTransaction.eventId}) in (('payment', ${paymentToken}), ('reversal', ${`void:${paymentToken}`}), ${sql.join(
              reversals.map((eventId) => sql`('reversal', ${eventId})`),
              sql`, `,
            )}) and ${ledgerAccount.loyaltyCode} is not null`,
          ),
  ])
  return payer ? { payer, messages, notifications, postings } : null
}
