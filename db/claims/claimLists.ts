import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PurchaseClaim } from '#contract/entities/purchaseClaim.ts'
import { rejectionText } from '#db/claims/claimRows.ts'
import type { Db } from '#db/core/db.ts'
import { type Cursor, keyset } from '#db/core/pagination.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { pendingUntilOf } from '#db/loyalty/pointsSummary.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { person } from '#db/tables/people.ts'
import { saleEvent, saleLine } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'

const SALE_DAYS = 7

const selected = (now: Date) => ({
  ...getTableColumns(purchaseClaim),
  datetime: sqlTimestamp(purchaseClaim.at),
  shownOperatorFrom: sqlTimestamp(purchaseClaim.operatorFrom),
  shownDecidedAt: sql<string | null>`${sqlTimestamp(purchaseClaim.decidedAt)}`,
  branchName: branch.name,
  points: sql<number>`(select coalesce(sum(${saleLine.points}), 0)::int from ${saleLine}
    where ${saleLine.identity} = ${purchaseClaim.saleIdentity})`,
  pendingUntil: pendingUntilOf(eq(saleLine.identity, purchaseClaim.saleIdentity), now),
})
const selectClaims = (db: Db, now: Date) =>
  db
    .select(selected(now))
    .from(purchaseClaim)
    .leftJoin(saleEvent, eq(saleEvent.identity, purchaseClaim.saleIdentity))
    .leftJoin(branch, eq(branch.code, saleEvent.branchCode))
    .$dynamic()
type Row = Awaited<ReturnType<typeof selectClaims>>[number]

/** A stored claim as the wire has it. */
function toClaim(row: Row, now: Date): PurchaseClaim {
  const { id, loyaltyCode, rut, type, series, number, amount, date, datetime, reason } = row
  const waits = row.operatorFrom > now ? 'waiting' : 'operator'
  return {
    id,
    loyaltyCode,
    receipt: { rut, type, series, number, amount, date },
    datetime,
    state: row.state === 'waiting' ? waits : row.state,
    operatorFrom: row.shownOperatorFrom,
    ...(row.shownDecidedAt !== null && { decidedAt: row.shownDecidedAt }),
    ...(row.state === 'credited' && { points: row.points, branchName: row.branchName ?? '' }),
    ...(row.pendingUntil !== null && { pendingUntil: row.pendingUntil }),
    ...(reason && { reason, sentence: rejectionText({ reason, answer: row.answer }) }),
  }
}

/** A person's claims, newest first. */
export async function claimsOf(
  db: Db,
  personId: string,
  now: Date,
  { limit, after, id }: { limit: number; after: Cursor | null; id?: string },
): Promise<{ shown: PurchaseClaim; cursor: Cursor }[]> {
  const order = keyset({ at: purchaseClaim.at, id: purchaseClaim.id })
  const rows = await selectClaims(db, now)
    .where(
      and(
        whereEquals(purchaseClaim, { personId, ...(id !== undefined && { id }) }),
        order.after(after),
      ),
    )
    .orderBy(order.by)
    .limit(limit)
  return rows.map((row) => ({ shown: toClaim(row, now), cursor: row }))
}

/** A sale without a member that a claim may be of. */
interface CandidateSale {
  /** Its identity. */
  sale: string
  /** When it was sold, `yyyyMMddHHmmss` in Montevideo. */
  datetime: string
  branchName: string
  ticket: string
  /** Cents. */
  amount: number
}

/**
 * The free sales that a claim may be of: that of its receipt, also as another station reported it, else those
 * without a CFE that have its amount.
 */
const candidates = sql<CandidateSale[]>`(
  select coalesce(json_agg(json_build_object('sale', s.identity, 'datetime', ${sqlTimestamp(sql`s.at`)},
    'branchName', b.name, 'ticket', s.ticket, 'amount', s.amount)), '[]')
  from (
    (select * from sale_event own where own.identity = ${purchaseClaim.identity} and own.loyalty_code is null)
    union all
    (select * from sale_event o where o.identity like 'cfe:%' and o.loyalty_code is null
      and split_part(o.identity, ':', 4) || ' ' || split_part(o.identity, ':', 5)
        = ${purchaseClaim.series} || ' ' || ${purchaseClaim.number}
      and o.identity = ${purchaseClaim.identity} || ':' || o.branch_code and o.kind = 'sale')
    union all
    (select * from sale_event t where t.amount = ${purchaseClaim.amount}
      and t.at between to_timestamp(${purchaseClaim.date}, 'YYYYMMDD') - interval '${sql.raw(String(SALE_DAYS))} days'
        and to_timestamp(${purchaseClaim.date}, 'YYYYMMDD') + interval '${sql.raw(String(SALE_DAYS + 1))} days'
      and t.loyalty_code is null and t.kind = 'sale' and t.identity like 'ticket:%' limit 5)
  ) s join branch b on b.code = s.branch_code
  where not exists (select from sale_event v
    where v.kind = 'void' and v.sale_identity = s.identity and v.branch_code = s.branch_code))`

/** A claim with the names of its driver, and the sales that it may be of; undefined for an unknown id. */
export async function claimWithSales(db: Db, id: string, now: Date) {
  const [row] = await db
    .select({
      ...selected(now),
      firstName: person.firstName,
      firstSurname: person.firstSurname,
      sales: candidates,
    })
    .from(purchaseClaim)
    .innerJoin(person, eq(person.id, purchaseClaim.personId))
    .leftJoin(saleEvent, eq(saleEvent.identity, purchaseClaim.saleIdentity))
    .leftJoin(branch, eq(branch.code, saleEvent.branchCode))
    .where(eq(purchaseClaim.id, id))
  return row && { ...row, shown: toClaim(row, now) }
}
