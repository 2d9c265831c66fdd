import { type SQL, sql } from 'drizzle-orm'
import type { Car, LogEntry } from '#contract/entities/car/logEntry.ts'
import type { Db } from '#db/core/db.ts'
import type { Cursor, Span } from '#db/core/pagination.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { carEntry } from '#db/tables/car.ts'
import { loyalty, programme, vehicle } from '#db/tables/loyalties.ts'
import { movement } from '#db/tables/movements.ts'
import { paymentAttempt, paymentRequest } from '#db/tables/payments.ts'
import { saleEvent, saleLine } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'

/**
 * The log of a person's cars: their purchases of fuel, as tills reported them less what was returned, with
 * what the person added, and the entries of their own. A voided purchase is none.
 */
const logOfPerson = (personId: string): SQL => sql`
  select m.rrn as id, 'purchase' as kind, m.at, coalesce(nullif(m.plate, ''), e.plate, '') as plate,
    m.plate <> '' as "plateReported", m.product, (m.millilitres - coalesce(t.millilitres, 0))::int as millilitres,
    m.currency, (m.amount - coalesce(t.amount, 0))::float8 as amount, m.discount::float8 as discount,
    (case when t.millilitres is null then coalesce((
      select a.refund from ${paymentRequest} q join ${paymentAttempt} a on a.id = q.attempt_id
      where q.sale_identity = l.identity and a.state = 'PAID' and a.person_id = ${personId}
        and (select count(*) from ${saleLine} x where x.identity = l.identity) = 1), 0) else 0 end)::float8 as refund,
    m.points - coalesce(l.points_taken, 0) as points,
    ((m.points - coalesce(l.points_taken, 0)) * p.point_value)::float8 as "pointsValue", b.name as place,
    e.odometer, coalesce(e.full, false) as full, coalesce(e.missed, false) as missed,
    coalesce(e.note, '') as note, t.millilitres is not null as returned
  from ${movement} m
  join ${loyalty} y on y.code = m.loyalty_code and y.person_id = ${personId}
  join ${programme} p on p.code = y.programme
  join ${branch} b on b.code = m.branch_code
  left join ${carEntry} e on e.rrn = m.rrn and e.person_id = ${personId}
  left join ${saleLine} l on l.rrn = m.rrn and m.posted_at is not null
  left join lateral (
    select sum(r.millilitres) as millilitres, sum(r.amount) as amount, bool_or(v.kind = 'void') as voided
    from ${saleEvent} v left join ${saleLine} r on r.identity = v.identity and r.number = l.number
    where v.sale_identity = l.identity and v.state = 'applied' and v.kind <> 'sale') t on true
  where m.millilitres > coalesce(t.millilitres, 0) and t.voided is not true
  union all
  select id::text, kind, at, plate, false, product, millilitres, '858', amount::float8, 0, 0, 0, 0, place,
    odometer, "full", missed, note, false
  from ${carEntry} where person_id = ${personId} and rrn is null`

interface Query extends Partial<Span> {
  /** Of one car; empty: of none. */
  plate?: string
  /** One entry. */
  id?: string
  /** Only those with an odometer. */
  read?: boolean
  after?: Cursor | null
  limit?: number
}

/** Entries of a person's log, newest first, each with the cursor of those behind it. */
export async function logOf(
  db: Db,
  personId: string,
  { plate, id, read, from, until, after, limit }: Query,
): Promise<{ entry: LogEntry; cursor: Cursor }[]> {
  const conditions = [
    sql`true`,
    plate !== undefined && sql`plate = ${plate}`,
    id !== undefined && sql`id = ${id}`,
    read && sql`odometer is not null`,
    from && sql`at >= ${from}::timestamptz`,
    until && sql`at < ${until}::timestamptz`,
    after && sql`(at, id) < (${after.at}::timestamptz, ${after.id}::text)`,
  ].filter((one) => !!one)
  const { rows } = await db.execute<LogEntry & { at: string }>(sql`
    select *, ${sqlTimestamp(sql`at`)} as datetime from (${logOfPerson(personId)}) log
    where ${sql.join(conditions, sql` and `)} order by at desc, id desc limit ${limit ?? null}`)
  return rows.map(({ at, ...entry }) => ({ entry, cursor: { at: new Date(at), id: entry.id } }))
}

/** The cars of a person: plates of vehicles in force, of purchases and of entries. */
export async function carsOf(db: Db, personId: string): Promise<Car[]> {
  const { rows } = await db.execute<Car & Record<string, unknown>>(sql`
    with used as (
      select plate, count(*)::int as entries, array_agg(distinct product) filter (where product <> '') as fuels,
        (array_agg(odometer order by at desc, id desc) filter (where odometer is not null))[1] as odometer
      from (${logOfPerson(personId)}) log group by plate),
    own as (
      select distinct on (v.plate) v.plate, v.mark, v.fuel, v.removed_at is null as in_force
      from ${vehicle} v join ${loyalty} y on y.code = v.loyalty_code
      where y.person_id = ${personId} and v.plate <> '' order by v.plate, v.removed_at desc nulls first)
    select plate, coalesce(own.mark, '') as mark, coalesce(used.fuels, array[own.fuel], '{}') as fuels,
      coalesce(used.entries, 0) as entries, used.odometer
    from used full join own using (plate) where used.plate is not null or own.in_force
    order by plate = '', entries desc, plate`)
  return rows
}
