import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { TIME_ZONE } from '#contract/dates.ts'

/** An instant as the wire's `yyyyMMddHHmmss` on Montevideo's clocks, made where the rows are. */
export const sqlTimestamp = (column: PgColumn): SQL<string> =>
  sql<string>`to_char(${column} at time zone '${sql.raw(TIME_ZONE)}', 'YYYYMMDDHH24MISS')`

/** A day as `yyyyMMdd`. */
export const sqlDate = (column: PgColumn): SQL<string> =>
  sql<string>`to_char(${column}, 'YYYYMMDD')`
