import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { DiscrepancyState } from '#contract/console/discrepancyKind.ts'
import { toDate } from '#contract/dates.ts'
import type { DiscrepancyKind, DiscrepancyResolution } from '#contract/entities/reconciliation.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { listed } from '#db/core/listed.ts'
import { keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { sqlDate } from '#db/core/sqlTimestamps.ts'
import { isUuid } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { gatewayDay, gatewayDiscrepancy, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'

const { day: dayColumn, id: idColumn, resolved, takenBy } = gatewayDiscrepancy

const selectDiscrepancies = (db: Db) =>
  db
    .select({ ...getTableColumns(gatewayDiscrepancy), day: sqlDate(dayColumn) })
    .from(gatewayDiscrepancy)

/** A discrepancy; its day is `yyyyMMdd`. */
export type ListedDiscrepancy = Awaited<ReturnType<typeof selectDiscrepancies>>[number]

const STATES = {
  open: sql`not ${resolved} and ${takenBy} is null`,
  taken: sql`not ${resolved} and ${takenBy} is not null`,
  resolved: sql`${resolved}`,
} satisfies Record<DiscrepancyState, unknown>

const order = keyset({ at: dayColumn, id: idColumn })
/** Discrepancies that match every part of a filter, those of the newest day first. */
export const discrepanciesLike = (
  db: Db,
  {
    state,
    period,
    ...values
  }: { state?: DiscrepancyState; kind?: DiscrepancyKind; day?: string; period?: Span; id?: string },
  page: PageQuery,
) =>
  listed(
    selectDiscrepancies(db)
      .where(
        and(
          whereEquals(gatewayDiscrepancy, values),
          state && STATES[state],
          period &&
            sql`${dayColumn} >= ${toDate(period.from)}::date and ${dayColumn} < ${toDate(period.until)}::date`,
          order.of(page).after(page.after && { ...page.after, at: toDate(page.after.at) }),
        ),
      )
      .orderBy(order.of(page).by)
      .limit(page.count),
  )

/** The id of the payment of a discrepancy, and who looks into it. */
export async function paymentOfDiscrepancy(db: Db, found: ListedDiscrepancy) {
  const { paymentToken, subject, reference } = found
  const [[payment], [taker]] = await Promise.all([
    db
      .select({ id: paymentAttempt.id })
      .from(paymentAttempt)
      .where(
        paymentToken
          ? whereEquals(paymentAttempt, { paymentToken })
          : isUuid(subject)
            ? whereEquals(paymentAttempt, { id: subject })
            : whereEquals(paymentAttempt, { debtReference: reference }),
      )
      .limit(1),
    db
      .select({ firstName: person.firstName, firstSurname: person.firstSurname })
      .from(person)
      .where(found.takenBy ? eq(person.id, found.takenBy) : sql`false`),
  ])
  return { attemptId: payment?.id, taker }
}

/** What an operator does with a discrepancy. */
interface Change {
  id: string
  actorId: string
  at: Date
}

type Action = 'takeDiscrepancy' | 'resolveDiscrepancy' | 'reopenDiscrepancy'
/** Changes an open discrepancy, or reopens a resolved one, with its audit entry. @returns whether it was so */
const change = (
  db: Db,
  { id, actorId, at }: Change,
  action: Action,
  set: Partial<typeof gatewayDiscrepancy.$inferInsert>,
  note?: { id: string; text: string },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const wanted = whereEquals(gatewayDiscrepancy, { id, resolved: action === 'reopenDiscrepancy' })
    const { rowCount } = await tx.update(gatewayDiscrepancy).set(set).where(wanted)
    if (!rowCount) return false
    if (note) await insertNote(tx, { ...note, kind: 'discrepancy', objectId: id, actorId, at })
    await appendAuditEntry(tx, { actorId, action, subject: id, at })
    return true
  })

/** The operator looks into a discrepancy, also in place of another one. */
export const takeDiscrepancy = (db: Db, by: Change) =>
  change(db, by, 'takeDiscrepancy', { takenBy: by.actorId, takenAt: by.at })

/** Resolves a discrepancy, in words that join its history. A later comparison leaves it resolved. */
export const resolveDiscrepancy = (
  db: Db,
  by: Change,
  { resolution, note }: { resolution: DiscrepancyResolution; note: { id: string; text: string } },
) => {
  const set = { resolved: true, resolution, resolvedBy: by.actorId, resolvedAt: by.at }
  return change(db, by, 'resolveDiscrepancy', set, note)
}

/** Opens a discrepancy again that an operator resolved. */
export const reopenDiscrepancy = (db: Db, by: Change) => {
  const set = { resolved: false, resolution: null, resolvedBy: null, resolvedAt: null }
  return change(db, by, 'reopenDiscrepancy', set)
}

const days = keyset({ id: gatewayDay.day })
/** The business days since the first one with a charge on either side, the newest first. */
export function reconciledDays(db: Db, { day, ...page }: PageQuery & { day?: string }) {
  const ofDay = sql`from ${gatewayDiscrepancy} g where g.day = ${gatewayDay}.day`
  return listed(
    db
      .select({
        day: sqlDate(gatewayDay.day),
        reconciledAt: gatewayDay.reconciledAt,
        source: gatewayDay.source,
        here: gatewayDay.here,
        there: gatewayDay.there,
        discrepancies: sql<number>`(select count(*)::int ${ofDay})`,
        waiting: sql<number>`(select count(*)::int ${ofDay} and not g.resolved)`,
      })
      .from(gatewayDay)
      .where(
        and(
          day === undefined ? undefined : eq(gatewayDay.day, day),
          sql`${gatewayDay.day} >= least((select min(day) from ${gatewayDay} where here + there > 0),
          (select min(day) from ${gatewayDiscrepancy}))`,
          days.of(page).after(page.after),
        ),
      )
      .orderBy(days.of(page).by)
      .limit(page.count),
  )
}

/** Makes a compared day be compared again. @returns false where it is being compared */
export const compareAgain = (db: Db, { day, actorId, at }: Omit<Change, 'id'> & { day: string }) =>
  inTransaction(db, async (tx) => {
    const compared = and(eq(gatewayDay.day, day), sql`${gatewayDay.reconciledAt} is not null`)
    const free = { reconciledAt: null, leasedUntil: new Date(0) }
    const { rowCount } = await tx.update(gatewayDay).set(free).where(compared)
    if (!rowCount) return false
    await appendAuditEntry(tx, { actorId, action: 'compareAgain', subject: day, at })
    return true
  })
