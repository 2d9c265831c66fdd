import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { gatewayDay, gatewayDiscrepancy } from '#db/tables/payments.ts'

/** A row of `gateway_discrepancy`. Days are `yyyyMMdd`. */
export type Discrepancy = Omit<typeof gatewayDiscrepancy.$inferInsert, 'resolved'>

/**
 * The days to reconcile, the oldest first: those of the given ones that are not finished, and earlier ones
 * that have begun again.
 */
export async function unfinishedDays(db: Db, days: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select to_char(due.day, 'YYYYMMDD') as day
    from (select unnest(${sql.param(days)}::date[]) as day
      union select day from ${gatewayDay} where day <= all(${sql.param(days)}::date[])) due
    where not exists (
      select from ${gatewayDay} d where d.day = due.day and d.reconciled_at is not null)
    order by 1`)
  return rows.map(({ day }) => day)
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
 * Finishes a day: its stored discrepancies that are not in `standing`, or that an operator resolved, are
 * resolved.
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
      .where(whereEquals(gatewayDay, { day, holder, reconciledAt: null }))
    if (!finished.rowCount) return false
    const names = standing.map(({ kind, subject }) => `${kind} ${subject}`)
    const isGone = sql`${gatewayDiscrepancy.kind} || ' ' || ${gatewayDiscrepancy.subject} <> all(${sql.param(names)}::text[])`
    await tx
      .update(gatewayDiscrepancy)
      .set({ resolved: sql`${isGone} or ${gatewayDiscrepancy.resolvedBy} is not null` })
      .where(eq(gatewayDiscrepancy.day, day))
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
