import { and, desc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Debt } from '#contract/entities/debt.ts'
import type { Db } from '#db/core/db.ts'
import { type Listed, listed } from '#db/core/listed.ts'
import { inSpan, keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { inStations, type Scope, seesStation } from '#db/core/stationScope.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { isBeingPaid } from '#db/payments/voidDebt.ts'
import { proposalOf } from '#db/proposals/proposals.ts'
import { notification } from '#db/tables/messaging.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'
import { accountDebt } from '#db/tables/sales.ts'

interface DebtFilter {
  reference?: string
  state?: 'PENDING' | 'PAID' | 'VOIDED'
  personId?: string
  period?: Span
  /** Of the payment requests of tills. */
  requestIds?: string[]
}

/** Newest attempts of a debt that its page lists. */
const MAX_ATTEMPTS = 50
const place = sql<string>`md5(${debt.reference})`
const order = keyset({ at: debt.at, id: place })

const selectDebts = (db: Db) =>
  db
    .select({
      ...getTableColumns(debt),
      place,
      state: sql<Debt['state']>`case when ${debt.state} = 'PENDING' and exists (
        select from ${paymentAttempt} where ${paymentAttempt.debtReference} = ${debt.reference} and (${isBeingPaid})
      ) then 'PROCESSING' else ${debt.state} end`,
      email: person.email,
      firstName: person.firstName,
      firstSurname: person.firstSurname,
    })
    .from(debt)
    .innerJoin(person, eq(person.id, debt.personId))
export type ListedDebt = Awaited<ReturnType<typeof selectDebts>>[number]

/** Debts of the scope that match every part of a filter, the newest first. */
export const debtsLike = (
  db: Db,
  scope: Scope,
  { period, requestIds, ...values }: DebtFilter,
  page: PageQuery,
): Listed<ListedDebt> =>
  listed(
    selectDebts(db)
      .where(
        and(
          whereEquals(debt, values),
          inStations(debt.branchCode, scope),
          inSpan(debt.at, period),
          requestIds && inArray(debt.requestId, requestIds),
          // The condition of the partial index.
          requestIds && isNotNull(debt.requestId),
          order.of(page).after(page.after),
        ),
      )
      .orderBy(order.of(page).by)
      .limit(page.count),
  )

/** A debt with the newest proposal to void it; null for a reference that is not one of the scope. */
export async function debtByReference(db: Db, scope: Scope, reference: string) {
  const [found] = await selectDebts(db).where(eq(debt.reference, reference))
  if (!found || !seesStation(scope, found.branchCode)) return null
  const proposed = await proposalOf(db, 'debtVoid', reference)
  return { ...found, waiting: proposed?.state === 'waiting' ? proposed : undefined }
}

/** What followed from a debt, and the sale on account that it is of. */
export async function debtHistory(db: Db, { reference, personId }: ListedDebt) {
  const [attempts, [sale], notifications] = await Promise.all([
    db
      .select()
      .from(paymentAttempt)
      .where(eq(paymentAttempt.debtReference, reference))
      .orderBy(desc(paymentAttempt.createdAt))
      .limit(MAX_ATTEMPTS),
    db.select().from(accountDebt).where(eq(accountDebt.debtReference, reference)),
    db
      .select({ at: notification.at, title: notification.title })
      .from(notification)
      .where(
        and(
          eq(notification.personId, personId),
          sql`${notification.event} in (${`account:${reference}`}, ${`debt:${reference}:voided`})`,
        ),
      ),
  ])
  return { attempts, sale: sale?.saleIdentity, notifications }
}
