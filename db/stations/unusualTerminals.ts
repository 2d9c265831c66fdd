import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, startOfDay, toDate } from '#contract/dates.ts'
import type { Db } from '#db/core/db.ts'
import { sqlDay } from '#db/core/sqlTimestamps.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { saleConflict, saleEvent } from '#db/tables/sales.ts'
import { terminal } from '#db/tables/terminals.ts'

/** The days before, of which a terminal needs so many with sales to be compared. */
const [PAST_DAYS, ACTIVE_DAYS] = [28, 7]
/** A day is unusual above so many times the average one of the past. */
const TIMES = 3
/** Points, and cents of peso, that are usual for any terminal. */
const [FEW_POINTS, LOW_AMOUNT] = [3_000, 10_000_000]

/** What a day of a terminal gave, and an average one before it. */
export interface UnusualDay {
  /** `yyyyMMdd` in Montevideo. */
  day: string
  terminalName: string
  points: number
  usualPoints: number
  /** Cents of the sales in pesos, from which their litres follow. */
  amount: number
  usualAmount: number
}

/**
 * Keeps an exception for each terminal whose sales of the day give far more points or are of far larger
 * amounts than its days of the last four weeks. A day is that on which the sales arrived: a key that was stolen
 * may date them back. The day is that of an hour ago, so that the last run of a day sees it whole.
 * @returns of how many terminals it is
 */
export async function findUnusualTerminals(db: Db, now: Date): Promise<{ unusual: number }> {
  const hourAgo = new Date(now.getTime() - HOUR_MS)
  const from = startOfDay(hourAgo)
  const isPast = sql`day < ${sqlDay(sql`${from}::timestamptz`)}`
  const { rows } = await db.execute<
    Omit<UnusualDay, 'day'> & { terminalId: string; branchCode: string }
  >(sql`
    with of_day as (
      select terminal_id, branch_code, ${sqlDay(sql`received_at`)} as day, sum(points)::float8 as points,
        coalesce(sum(amount) filter (where currency = '858'), 0)::float8 as amount
      from ${saleEvent}
      where kind = 'sale' and received_at >= ${new Date(from.getTime() - PAST_DAYS * DAY_MS)}::timestamptz
        and received_at < ${new Date(from.getTime() + DAY_MS)}::timestamptz
      group by 1, 2, 3
    ), compared as (
      select terminal_id, branch_code, sum(points) filter (where not ${isPast}) as points,
        avg(points) filter (where ${isPast}) as usual_points,
        sum(amount) filter (where not ${isPast}) as amount, avg(amount) filter (where ${isPast}) as usual_amount
      from of_day group by 1, 2 having count(*) filter (where ${isPast}) >= ${ACTIVE_DAYS}
    )
    select terminal_id as "terminalId", c.branch_code as "branchCode", t.name as "terminalName", points,
      round(usual_points) as "usualPoints", amount, round(usual_amount) as "usualAmount"
    from compared c join ${terminal} t on t.id = c.terminal_id
    where points > greatest(${FEW_POINTS}, ${TIMES} * usual_points)
      or amount > greatest(${LOW_AMOUNT}, ${TIMES} * usual_amount)`)
  for (const { terminalId, branchCode, ...figures } of rows) {
    const content = { day: toDate(from), ...figures } satisfies UnusualDay
    const identity = `terminal:${terminalId}:${content.day}`
    const found = { identity, branchCode, terminalId, reason: 'terminal', content, at: now }
    await db
      .insert(saleConflict)
      .values({ id: uuidOf(`unusual ${identity}`), ...found })
      .onConflictDoUpdate({
        target: saleConflict.id,
        set: { content },
        setWhere: sql`${saleConflict.closedAt} is null`,
      })
  }
  return { unusual: rows.length }
}
