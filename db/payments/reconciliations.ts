import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import {
  DISCREPANCY_KINDS,
  type GatewayDay,
  type GatewayDiscrepancy,
} from '#contract/entities/reconciliation.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { sqlDate, sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { gatewayDay, gatewayDifference } from '#db/tables/payments.ts'

/** A difference as it is kept. Days are `yyyyMMdd` here and on the wire. */
export type Discrepancy = Omit<typeof gatewayDifference.$inferInsert, 'mended'>

/** Of these days, those that were compared to their end. */
export async function reconciledDays(db: Db, days: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ day: sqlDate(gatewayDay.day) })
    .from(gatewayDay)
    .where(and(inArray(gatewayDay.day, days), isNotNull(gatewayDay.comparedAt)))
  return new Set(rows.map(({ day }) => day))
}

/** Forgets that days were compared after an instant to come: a clock was ahead, and their end was not. */
export async function resetFutureDays(db: Db, instant: Date): Promise<void> {
  await db
    .update(gatewayDay)
    .set({ comparedAt: null, leasedUntil: new Date(0) })
    .where(gt(gatewayDay.comparedAt, instant))
}

/**
 * Takes a day to compare, or keeps it a while longer: of all processes one holds it, and after its
 * death, or when the gateway was away, another does when the lease is over.
 * @returns whether it is the holder's now; never again once it was compared to its end
 */
export async function leaseDay(
  db: Db,
  { day, holder, now, until }: { day: string; holder: string; now: Date; until: Date },
): Promise<boolean> {
  const held = await db
    .insert(gatewayDay)
    .values({ day, holder, leasedUntil: until })
    .onConflictDoUpdate({
      target: gatewayDay.day,
      set: { holder, leasedUntil: until },
      setWhere: sql`${gatewayDay.comparedAt} is null
        and (${gatewayDay.holder} = ${holder} or ${gatewayDay.leasedUntil} <= ${now}
          or ${gatewayDay.leasedUntil} > ${until}::timestamptz + interval '1 hour')`,
    })
    .returning({ day: gatewayDay.day })
  return held.length > 0
}

/**
 * The day is done: what was found to differ and does not stand any more was mended. Nothing happens
 * when another process has taken the day over meanwhile.
 */
export async function finishDay(
  db: Db,
  done: {
    day: string
    holder: string
    source: 'LIST' | 'QUERIES'
    here: number
    there: number
    at: Date
    standing: Pick<Discrepancy, 'kind' | 'subject'>[]
  },
): Promise<boolean> {
  const { day, holder, source, here, there, at, standing } = done
  return await inTransaction(db, async (tx) => {
    const finished = await tx
      .update(gatewayDay)
      .set({ source, here, there, comparedAt: at })
      .where(
        and(eq(gatewayDay.day, day), eq(gatewayDay.holder, holder), isNull(gatewayDay.comparedAt)),
      )
      .returning({ day: gatewayDay.day })
    if (finished.length === 0) return false
    const names = standing.map(({ kind, subject }) => `${kind} ${subject}`)
    await tx
      .update(gatewayDifference)
      .set({ mended: true })
      .where(
        and(
          eq(gatewayDifference.day, day),
          sql`${gatewayDifference.kind} || ' ' || ${gatewayDifference.subject} <> all(${sql.param(names)}::text[])`,
        ),
      )
    return true
  })
}

/** Keeps a difference; found again, it is the same row as it looks now. */
export async function storeDiscrepancy(db: Db, difference: Discrepancy): Promise<void> {
  const { day: _day, kind: _kind, subject: _subject, ...looks } = difference
  await db
    .insert(gatewayDifference)
    .values(difference)
    .onConflictDoUpdate({
      target: [gatewayDifference.day, gatewayDifference.kind, gatewayDifference.subject],
      set: looks,
    })
}

/**
 * A charge was given back after the night that found it: nobody has to see to it any more. A line
 * that could not be read may have been about something else.
 */
export async function resolveRefunded(db: Db, charge: string): Promise<void> {
  await db
    .update(gatewayDifference)
    .set({ mended: true })
    .where(
      and(
        eq(gatewayDifference.paymentToken, charge),
        inArray(gatewayDifference.kind, ['MISSING_HERE', 'DOUBLE']),
        ne(gatewayDifference.stateThere, 'UNREADABLE'),
      ),
    )
}

/** Differences that are told of one day; all of them are counted. */
const MOST = 200

/** The days that were compared, newest first, before a day if one is given. */
export async function gatewayDays(db: Db, howMany: number, before: string): Promise<GatewayDay[]> {
  const days = await db
    .select({
      day: sqlDate(gatewayDay.day),
      comparedAt: sqlTimestamp(gatewayDay.comparedAt),
      source: sql<GatewayDay['source']>`${gatewayDay.source}`,
      here: gatewayDay.here,
      there: gatewayDay.there,
    })
    .from(gatewayDay)
    .where(
      and(isNotNull(gatewayDay.comparedAt), before === '' ? undefined : lt(gatewayDay.day, before)),
    )
    .orderBy(desc(gatewayDay.day))
    .limit(howMany)
  if (days.length === 0) return []
  const counted = await countsOf(
    db,
    days.map(({ day }) => day),
  )
  return await Promise.all(
    days.map(async (day) => {
      const counts = counted.filter((one) => one.day === day.day)
      return {
        ...day,
        counts: Object.fromEntries(
          DISCREPANCY_KINDS.map((kind) => [
            kind,
            counts.find((one) => one.kind === kind)?.all ?? 0,
          ]),
        ) as GatewayDay['counts'],
        mended: counts.reduce((sum, { mended }) => sum + mended, 0),
        differences: counts.length === 0 ? [] : await differencesOf(db, day.day),
      }
    }),
  )
}

async function countsOf(db: Db, days: string[]) {
  return await db
    .select({
      day: sqlDate(gatewayDifference.day),
      kind: gatewayDifference.kind,
      all: sql<number>`count(*)::int`,
      mended: sql<number>`(count(*) filter (where ${gatewayDifference.mended}))::int`,
    })
    .from(gatewayDifference)
    .where(inArray(gatewayDifference.day, days))
    .groupBy(gatewayDifference.day, gatewayDifference.kind)
}

async function differencesOf(db: Db, day: string): Promise<GatewayDiscrepancy[]> {
  const rows = await db
    .select()
    .from(gatewayDifference)
    .where(eq(gatewayDifference.day, day))
    .orderBy(
      asc(gatewayDifference.mended),
      asc(gatewayDifference.kind),
      asc(gatewayDifference.subject),
    )
    .limit(MOST)
  return rows.map(asTold)
}

const asTold = (row: typeof gatewayDifference.$inferSelect): GatewayDiscrepancy => ({
  kind: row.kind,
  reference: row.reference,
  paymentToken: row.paymentToken,
  here: { state: row.stateHere, currency: row.currencyHere, amount: row.amountHere },
  there: { state: row.stateThere, currency: row.currencyThere, amount: row.amountThere },
  mended: row.mended,
})
