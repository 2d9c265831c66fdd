import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import type { Span } from '#db/core/pagination.ts'
import { inStations, type Scope } from '#db/core/stationScope.ts'
import { mail } from '#db/tables/messaging.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import { saleEvent, saleLine } from '#db/tables/sales.ts'
import { terminal } from '#db/tables/terminals.ts'

/** An hour of two days, with what happened in it. */
interface HourRow extends Record<string, unknown> {
  isToday: boolean
  hour: number
  /** Whether it counts into the comparison: before the present time of the day. */
  isPast: boolean
  [measure: string]: unknown
}

/**
 * Payments and sales by the hour of a day and of the same one a week before, of the stations of a scope.
 * @param today from the first instant of the day until now
 * @param weekAgo the whole day
 */
export async function hoursOf(
  db: Db,
  scope: Scope,
  { today, weekAgo }: { today: Span; weekAgo: Span },
) {
  const elapsed = today.until.getTime() - today.from.getTime()
  const past = new Date(weekAgo.from.getTime() + elapsed)
  const within = (
    at: SQL | object,
  ) => sql`(${at} >= ${today.from}::timestamptz and ${at} < ${today.until}::timestamptz
    or ${at} >= ${weekAgo.from}::timestamptz and ${at} < ${weekAgo.until}::timestamptz)`
  const keys = (at: SQL | object) => sql`${at} >= ${today.from}::timestamptz as "isToday",
    extract(hour from ${at} at time zone 'America/Montevideo')::int as hour,
    ${at} >= ${today.from}::timestamptz or ${at} < ${past}::timestamptz as "isPast"`
  const read = async (table: object, at: object, values: SQL, station: object, more: SQL) => {
    const bound = inStations(station as SQL, scope)
    const { rows } = await db.execute<HourRow>(sql`select ${keys(at)}, ${values} from ${table}
      where ${within(at)} and ${more} ${bound ? sql`and ${bound}` : sql``} group by 1, 2, 3`)
    return rows
  }
  const [payments, sales] = await Promise.all([
    read(
      paymentAttempt,
      paymentAttempt.createdAt,
      sql`count(*) filter (where state = 'PAID')::int as paid,
        count(*) filter (where state in ('REJECTED', 'EXPIRED'))::int as failed`,
      paymentAttempt.branchCode,
      sql`true`,
    ),
    read(
      saleEvent,
      saleEvent.at,
      sql`count(*)::int as sales, coalesce(sum(amount) filter (where currency = '858'), 0)::float8 as pesos,
        coalesce(sum((select sum(l.points) from ${saleLine} l where l.identity = sale_event.identity)), 0)::int as points`,
      saleEvent.branchCode,
      sql`kind = 'sale'`,
    ),
  ])
  return { payments, sales }
}

/** Tills in use and how many were not heard since; emails that wait, and that were given up since. */
export async function healthOf(db: Db, since: Date) {
  const [[terminals], [mails]] = await Promise.all([
    db
      .select({
        inUse: sql<number>`count(*)::int`,
        silent: sql<number>`count(*) filter (where ${terminal.heardAt} is null or ${terminal.heardAt} < ${since}::timestamptz)::int`,
      })
      .from(terminal)
      .where(sql`${terminal.enrolledAt} is not null and ${terminal.revokedAt} is null`),
    db
      .select({
        waiting: sql<number>`count(*) filter (where ${mail.sentAt} is null and ${mail.deadAt} is null)::int`,
        late: sql<number>`count(*) filter (where ${mail.sentAt} is null and ${mail.deadAt} is null and ${mail.at} < ${since}::timestamptz)::int`,
        dead: sql<number>`count(*) filter (where ${mail.deadAt} is not null)::int`,
      })
      .from(mail)
      .where(sql`${mail.at} > ${since}::timestamptz - interval '1 day'`),
  ])
  return { terminals, mails }
}
