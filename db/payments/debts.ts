import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Debt } from '#contract/entities/debt.ts'
import { expectedRefund } from '#contract/entities/taxLaws.ts'
import type { Db } from '#db/core/db.ts'
import { keyset } from '#db/core/pagination.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { sqlDate, sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { outcomePending } from '#db/payments/attempts.ts'
import { refundBasisPoints } from '#db/payments/refundRates.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'

/** A debt with the rate of its refund law in basis points; null: not known. */
export type DebtRow = typeof debt.$inferSelect & { refundBasisPoints: number | null }

/**
 * The unpaid debts of a person, the oldest due date first.
 * @param after reference of the debt behind which they begin, also when it was paid meanwhile; empty: none
 * @returns null when the person has no such debt
 */
export async function debtsOf(
  db: Db,
  personId: string,
  limit = Number.MAX_SAFE_INTEGER,
  after = '',
): Promise<Debt[] | null> {
  const [last] =
    after === ''
      ? []
      : await db
          .select()
          .from(debt)
          .where(whereEquals(debt, { reference: after, personId }))
  if (after !== '' && !last) return null
  const { dueDate, at, reference } = debt
  const order = keyset({ dueDate, at, reference }, 'oldest')
  // Drizzle omits the table's name of a column that is interpolated directly into a selected field;
  // inside a nested expression it writes the name, which the subquery needs.
  const ofDebt = whereEquals(paymentAttempt, { debtReference: debt.reference, personId })
  const pendingAttempt = and(ofDebt, outcomePending)
  const isOutcomePending = sql<boolean>`exists (select from ${paymentAttempt} where ${pendingAttempt})`
  const rows = await db
    .select({
      reference: debt.reference,
      currency: debt.currency,
      amount: debt.amount,
      taxedAmount: debt.taxedAmount,
      taxAmount: debt.taxAmount,
      tipAmount: debt.tipAmount,
      installments: debt.installments,
      indi: debt.indi,
      finalConsumer: debt.finalConsumer,
      concept: debt.concept,
      merchantName: debt.merchantName,
      datetime: sqlTimestamp(debt.at),
      dueDate: sqlDate(debt.dueDate),
      points: debt.points,
      isOutcomePending,
      refundBasisPoints,
    })
    .from(debt)
    .where(
      and(whereEquals(debt, { personId, state: 'PENDING', requestId: null }), order.after(last)),
    )
    .orderBy(order.by)
    .limit(limit)
  return rows.map(({ isOutcomePending, refundBasisPoints: rate, ...row }) => {
    const refund = expectedRefund(row, rate)
    return {
      ...row,
      state: isOutcomePending ? 'PROCESSING' : 'PENDING',
      ...(refund && { expectedRefund: { ...refund, law: refund.law.law } }),
    }
  })
}

const { reference, personId } = debt
const findDebt = prepared('debt_of_person', (db) =>
  db
    .select({ ...getTableColumns(debt), refundBasisPoints, payer: getTableColumns(person) })
    .from(debt)
    .innerJoin(person, eq(person.id, debt.personId))
    .where(whereEquals(debt, placeholders({ reference, personId }))),
)
/** A person's debt by its reference, with the person; undefined when it is not theirs or does not exist. */
export async function debtOf(db: Db, personId: string, reference: string) {
  return (await findDebt(db).execute({ reference, personId }))[0]
}

/** Whether the debt of a reference, of any person, is PAID. */
export async function isPaid(db: Db, reference: string): Promise<boolean> {
  return (await db.$count(debt, whereEquals(debt, { reference, state: 'PAID' }))) > 0
}
