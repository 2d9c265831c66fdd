import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, toDate } from '#contract/dates.ts'
import type { Db } from '#db/core/db.ts'
import { folded } from '#db/core/folded.ts'
import { listed } from '#db/core/listed.ts'
import { keyset, type PageQuery } from '#db/core/pagination.ts'
import { sqlDay } from '#db/core/sqlTimestamps.ts'
import { inStations, type Scope, seesStation } from '#db/core/stationScope.ts'
import { allBranches } from '#db/stations/branches.ts'
import { differencesOfShift } from '#db/stations/shifts.ts'
import { terminalsOf } from '#db/stations/terminals.ts'
import { saleEvent, shift } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'

/** Days of sales, and shifts, that the page of a station shows. */
const [SALES_DAYS, MAX_SHIFTS] = [14, 20]

/** Whether a station has this code, or this text in its name. */
const isStation = (text: string): SQL =>
  sql`(branch.code = upper(${text}) or strpos(${folded(sql`branch.name`)}, ${folded(text)}) > 0)`

/**
 * Codes of the stations of a scope with a code, or a text in the name. They are read before a list is: the planner
 * takes the index of a station only for a code that it knows.
 */
export const stationsNamed = async (db: Db, scope: Scope, text: string): Promise<string[]> =>
  (
    await db
      .select({ code: branch.code })
      .from(branch)
      .where(and(isStation(text), inStations(branch.code, scope)))
  ).map(({ code }) => code)

interface StationFilter {
  name?: string
  department?: string
}

const order = keyset({ id: branch.code }, 'oldest')
/** Stations of the scope by their code, with the terminals in use and the shifts that do not add up. */
export const stationsLike = (
  db: Db,
  scope: Scope,
  { name, department }: StationFilter,
  page: PageQuery,
) =>
  listed(
    db
      .select({
        code: branch.code,
        name: branch.name,
        department: branch.department,
        terminals: sql<number>`(select count(*)::int from terminal t
        where t.branch_code = branch.code and t.revoked_at is null)`,
        heardAt: sql`(select max(t.heard_at) from terminal t
        where t.branch_code = branch.code)`.mapWith((at: string | null) => at && new Date(at)),
        exceptions: sql<number>`coalesce(unequal.shifts, 0)`,
      })
      .from(branch)
      // Counted once: those of all stations have one index.
      .leftJoin(
        sql`(select branch_code, count(*)::int as shifts from shift where state = 'exception' group by 1) unequal`,
        sql`unequal.branch_code = branch.code`,
      )
      .where(
        and(
          inStations(branch.code, scope),
          name ? isStation(name) : undefined,
          department ? eq(branch.department, department) : undefined,
          order.of(page).after(page.after),
        ),
      )
      .orderBy(order.of(page).by)
      .limit(page.count),
  )

/** A station with its terminals; null for a code that is not that of a station of the scope. */
export async function stationById(db: Db, scope: Scope, code: string) {
  if (!seesStation(scope, code)) return null
  const [[found], terminals] = await Promise.all([
    db.select({ code: branch.code, ruts: branch.ruts }).from(branch).where(eq(branch.code, code)),
    terminalsOf(db, code),
  ])
  return found ? { ...found, terminals } : null
}

/** A station with its prices in force, newest shifts, and sales by day; null for an unknown code. */
export async function stationPage(db: Db, code: string, now: Date) {
  const station = (await allBranches(db, now)).find((one) => one.code === code)
  if (!station) return null
  const [shifts, days] = await Promise.all([
    db
      .select()
      .from(shift)
      .where(eq(shift.branchCode, code))
      .orderBy(sql`state = 'exception' desc`, sql`closed_at desc nulls last`, desc(shift.code))
      .limit(MAX_SHIFTS),
    salesByDay(db, code, now),
  ])
  const counted = await Promise.all(
    shifts.map(async (one) => ({ ...one, differences: await differencesOfShift(db, one) })),
  )
  const today = toDate(now)
  const fuels = station.fuels.map((fuel) => ({
    ...fuel,
    isInForce: !fuel.validTo || fuel.validTo >= today,
  }))
  return { station, fuels, shifts: counted, days }
}

/** The sales of the last days in Montevideo, the newest first. */
async function salesByDay(db: Db, branchCode: string, now: Date) {
  const from = new Date(now.getTime() - SALES_DAYS * DAY_MS)
  const day = sql<string>`to_char(${sqlDay(saleEvent.at)}, 'YYYYMMDD')`
  const sum = (currency: string) =>
    sql<number>`coalesce(sum(amount) filter (where kind = 'sale' and currency = ${currency}), 0)`.mapWith(
      Number,
    )
  const counted = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`
  return await db
    .select({
      day,
      sales: counted(sql`kind = 'sale'`),
      members: counted(sql`kind = 'sale' and loyalty_code is not null`),
      reversals: counted(sql`kind <> 'sale'`),
      pesos: sum('858'),
      dollars: sum('840'),
    })
    .from(saleEvent)
    .where(and(eq(saleEvent.branchCode, branchCode), gte(saleEvent.at, from)))
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(SALES_DAYS)
}
