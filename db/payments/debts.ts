import { and, asc, eq, sql } from 'drizzle-orm'
import type { Debt } from '#contract/entities/debt.ts'
import { outcomePending } from '#db/payments/attempts.ts'
import type { Db } from '#db/connection.ts'
import { sqlDate, sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'

/** A debt as the database holds it: what a payment of it may ask for. */
export type DebtRow = typeof debt.$inferSelect

/** What a person owes and has not paid, the oldest due first. */
export async function debtsOf(db: Db, personId: string): Promise<Debt[]> {
  // A column that stands directly in a selected field loses its table's name: these stand one deeper.
  const ofIt = and(
    eq(paymentAttempt.debtReference, debt.reference),
    eq(paymentAttempt.personId, personId),
    outcomePending,
  )
  const confirming = sql<boolean>`exists (select from ${paymentAttempt} where ${ofIt})`
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
      confirming,
    })
    .from(debt)
    .where(and(eq(debt.personId, personId), eq(debt.state, 'PENDING')))
    .orderBy(asc(debt.dueDate), asc(debt.at), asc(debt.reference))
  return rows.map(({ confirming, ...row }) => ({
    ...row,
    state: confirming ? 'PROCESSING' : 'PENDING',
  }))
}

/** A debt of a person by its reference; undefined when it is not theirs or does not exist. */
export async function debtOf(
  db: Db,
  personId: string,
  reference: string,
): Promise<DebtRow | undefined> {
  const [row] = await db
    .select()
    .from(debt)
    .where(and(eq(debt.reference, reference), eq(debt.personId, personId)))
  return row
}

/** Whether a debt, anybody's, stands as paid. */
export async function isPaid(db: Db, reference: string): Promise<boolean> {
  const [row] = await db
    .select({ state: debt.state })
    .from(debt)
    .where(eq(debt.reference, reference))
  return row?.state === 'PAID'
}
