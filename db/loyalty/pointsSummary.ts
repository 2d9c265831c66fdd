import { type SQL, sql } from 'drizzle-orm'
import type { ExpiringPoints, Loyalty } from '#contract/entities/loyalty.ts'
import { sqlDay, sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { ledgerAccount, ledgerTransaction, pointsLot } from '#db/tables/ledger.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { saleLine } from '#db/tables/sales.ts'

/** Days of the list of what expires next. */
const EXPIRING_DAYS = 5

const lots = sql`from ${pointsLot} where ${pointsLot.loyaltyCode} = ${loyalty.code} and ${pointsLot.remaining} > 0`

export const pendingAt = (now: Date) =>
  sql`${pointsLot.spendableFrom} > ${now.toISOString()}::timestamptz`

const pending = (now: Date): SQL<number> =>
  sql`(select coalesce(sum(${pointsLot.remaining}), 0) ${lots} and ${pendingAt(now)})`.mapWith(
    Number,
  )

/** When the last pending points of the selected sale lines can be spent, as the wire has it; null when none is pending. */
export const pendingUntilOf = (ofLines: SQL | undefined, now: Date) => sql<string | null>`(
  select ${sqlTimestamp(sql`max(${pointsLot.spendableFrom})`)} from ${saleLine}
  join ${ledgerTransaction} on ${ledgerTransaction.event} = 'sale' and ${ledgerTransaction.eventId} = ${saleLine.rrn}
  join ${pointsLot} on ${pointsLot.id} = ${ledgerTransaction.id}
  where ${ofLines} and ${pointsLot.remaining} > 0 and ${pendingAt(now)})`

/** The balance of the account, which the query joins, without what is pending (L4). */
export const spendablePoints = (now: Date) =>
  sql<number>`(coalesce(${ledgerAccount.balance}, 0) - ${pending(now)})`.mapWith(Number)

/** The points of a loyalty at an instant, as columns of a query that joins its account. */
export const pointsColumns = (now: Date) =>
  ({
    points: sql<number>`coalesce(${ledgerAccount.balance}, 0)`.mapWith(Number),
    spendablePoints: spendablePoints(now),
    pendingPoints: pending(now),
    pendingUntil: sql<string>`coalesce((
    select ${sqlTimestamp(sql`min(${pointsLot.spendableFrom})`)} ${lots} and ${pendingAt(now)}), '')`,
    expiring: sql<ExpiringPoints[]>`(
    select coalesce(json_agg(of_day order by date), '[]') from (
      select to_char(${sqlDay(sql`(${pointsLot.expiresAt} - interval '1 millisecond')`)}, 'YYYYMMDD') as date,
        sum(${pointsLot.remaining})::int8 as points
      ${lots} group by 1 order by 1 limit ${EXPIRING_DAYS}) of_day)`,
    shortfall: sql<number>`coalesce((
    select -owed.balance from ${ledgerAccount} owed where owed.shortfall_of = ${loyalty.code}), 0)`.mapWith(
      Number,
    ),
  }) satisfies Partial<Record<keyof Loyalty, SQL>>
