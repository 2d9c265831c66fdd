import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  ne,
  sql,
} from 'drizzle-orm'
import {
  DISCREPANCY_KINDS,
  type GatewayDay,
  type GatewayDiscrepancy,
} from '#contract/entities/reconciliation.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { matches } from '#db/core/matches.ts'
import { sqlDate, sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { gatewayDay, gatewayDiscrepancy } from '#db/tables/payments.ts'

/** A row of `gateway_discrepancy`. Days are `yyyyMMdd`. */
export type Discrepancy = Omit<typeof gatewayDiscrepancy.$inferInsert, 'resolved'>

/** Those of these days whose reconciliation is finished. */
export async function reconciledDays(db: Db, days: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ day: sqlDate(gatewayDay.day) })
    .from(gatewayDay)
    .where(and(inArray(gatewayDay.day, days), isNotNull(gatewayDay.reconciledAt)))
  return new Set(rows.map(({ day }) => day))
}

/**
 * Marks days as not reconciled that were finished after `instant`, which lies in the future: a clock
 * was ahead, and the day may not have ended then.
 */
export async function resetFutureDays(db: Db, instant: Date): Promise<void> {
  await db
    .update(gatewayDay)
    .set({ reconciledAt: null, leasedUntil: new Date(0) })
    .where(gt(gatewayDay.reconciledAt, instant))
}

/**
 * Leases a day for reconciliation, or extends the holder's lease. One process holds a day at a time;
 * when it dies, or the gateway is unreachable, the day is free at the end of the lease. A lease that
 * ends more than an hour after the requested one comes from a wrong clock and does not count.
 * @returns whether the holder has the day; false once the day is finished
 */
export async function leaseDay(
  db: Db,
  { day, holder, now, until }: { day: string; holder: string; now: Date; until: Date },
): Promise<boolean> {
  const leased = await db
    .insert(gatewayDay)
    .values({ day, holder, leasedUntil: until })
    .onConflictDoUpdate({
      target: gatewayDay.day,
      set: { holder, leasedUntil: until },
      setWhere: sql`${gatewayDay.reconciledAt} is null
        and (${gatewayDay.holder} = ${holder} or ${gatewayDay.leasedUntil} <= ${now}
          or ${gatewayDay.leasedUntil} > ${until}::timestamptz + interval '1 hour')`,
    })
  return Boolean(leased.rowCount)
}

/**
 * Finishes a day: its stored discrepancies that are not in `standing` are marked as resolved.
 * @returns false when another process has leased the day meanwhile; nothing was changed then
 */
export async function finishDay(
  db: Db,
  result: {
    day: string
    holder: string
    source: 'LIST' | 'QUERIES'
    here: number
    there: number
    at: Date
    standing: Pick<Discrepancy, 'kind' | 'subject'>[]
  },
): Promise<boolean> {
  const { day, holder, source, here, there, at, standing } = result
  return await inTransaction(db, async (tx) => {
    const finished = await tx
      .update(gatewayDay)
      .set({ source, here, there, reconciledAt: at })
      .where(matches(gatewayDay, { day, holder, reconciledAt: null }))
    if (!finished.rowCount) return false
    const names = standing.map(({ kind, subject }) => `${kind} ${subject}`)
    const isGone = sql`${gatewayDiscrepancy.kind} || ' ' || ${gatewayDiscrepancy.subject} <> all(${sql.param(names)}::text[])`
    const gone = and(eq(gatewayDiscrepancy.day, day), isGone)
    await tx.update(gatewayDiscrepancy).set({ resolved: true }).where(gone)
    return true
  })
}

/** Stores a discrepancy; one that was stored before is updated. */
export async function storeDiscrepancy(db: Db, discrepancy: Discrepancy): Promise<void> {
  const { day: _day, kind: _kind, subject: _subject, ...current } = discrepancy
  await db
    .insert(gatewayDiscrepancy)
    .values(discrepancy)
    .onConflictDoUpdate({
      target: [gatewayDiscrepancy.day, gatewayDiscrepancy.kind, gatewayDiscrepancy.subject],
      set: current,
    })
}

/**
 * Marks the discrepancies of a charge as resolved that was voided or refunded after its day was
 * reconciled. Malformed items of the list stay: they may be about another charge.
 * @param charge the gateway's id of the charge
 */
export async function resolveRefunded(db: Db, charge: string): Promise<void> {
  const { paymentToken, kind, stateThere } = gatewayDiscrepancy
  const ofCharge = and(
    eq(paymentToken, charge),
    inArray(kind, ['MISSING_HERE', 'DOUBLE']),
    ne(stateThere, 'UNREADABLE'),
  )
  await db.update(gatewayDiscrepancy).set({ resolved: true }).where(ofCharge)
}

/** Discrepancies that a report lists of one day; all of them are counted. */
const MAX_LISTED = 200

/**
 * The reconciled days since the first one with a charge on either side, the newest first.
 * @param before only days before this one; empty: all
 */
export async function gatewayDays(db: Db, count: number, before: string): Promise<GatewayDay[]> {
  const days = await db
    .select({
      day: sqlDate(gatewayDay.day),
      reconciledAt: sqlTimestamp(gatewayDay.reconciledAt),
      source: sql<GatewayDay['source']>`${gatewayDay.source}`,
      here: gatewayDay.here,
      there: gatewayDay.there,
    })
    .from(gatewayDay)
    .where(
      and(
        isNotNull(gatewayDay.reconciledAt),
        sql`${gatewayDay.day} >= least((select min(day) from ${gatewayDay} where here + there > 0),
          (select min(day) from ${gatewayDiscrepancy}))`,
        before ? lt(gatewayDay.day, before) : undefined,
      ),
    )
    .orderBy(desc(gatewayDay.day))
    .limit(count)
  const listed = days.map(({ day }) => day)
  const allCounts = await db
    .select({
      day: sqlDate(gatewayDiscrepancy.day),
      kind: gatewayDiscrepancy.kind,
      all: sql<number>`count(*)::int`,
      resolved: sql<number>`(count(*) filter (where ${gatewayDiscrepancy.resolved}))::int`,
    })
    .from(gatewayDiscrepancy)
    .where(inArray(gatewayDiscrepancy.day, listed))
    .groupBy(gatewayDiscrepancy.day, gatewayDiscrepancy.kind)
  return await Promise.all(
    days.map(async (day) => {
      const counts = allCounts.filter((one) => one.day === day.day)
      const ofKind = new Map(counts.map(({ kind, all }) => [kind, all]))
      return {
        ...day,
        counts: Object.fromEntries(
          DISCREPANCY_KINDS.map((kind) => [kind, ofKind.get(kind) ?? 0]),
        ) as GatewayDay['counts'],
        resolved: counts.reduce((sum, { resolved }) => sum + resolved, 0),
        discrepancies: counts.length === 0 ? [] : await discrepanciesOf(db, day.day),
      }
    }),
  )
}

async function discrepanciesOf(db: Db, day: string): Promise<GatewayDiscrepancy[]> {
  const { kind, reference, paymentToken, resolved, ...sides } = getTableColumns(gatewayDiscrepancy)
  const { stateHere, currencyHere, amountHere, stateThere, currencyThere, amountThere } = sides
  const here = { state: stateHere, currency: currencyHere, amount: amountHere }
  const there = { state: stateThere, currency: currencyThere, amount: amountThere }
  return await db
    .select({ kind, reference, paymentToken, here, there, resolved })
    .from(gatewayDiscrepancy)
    .where(eq(gatewayDiscrepancy.day, day))
    .orderBy(asc(resolved), asc(kind), asc(gatewayDiscrepancy.subject))
    .limit(MAX_LISTED)
}
