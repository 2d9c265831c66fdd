import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { TIME_ZONE } from '#contract/dates.ts'

/** An instant as the wire's `yyyyMMddHHmmss` in Montevideo, formatted by the database. */
export const sqlTimestamp = (instant: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${instant} at time zone '${sql.raw(TIME_ZONE)}', 'YYYYMMDDHH24MISS')`

/** The month of an instant in Montevideo, as `yyyyMM`. */
export const sqlMonth = (instant: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${instant} at time zone '${sql.raw(TIME_ZONE)}', 'YYYYMM')`

/** The day of an instant in Montevideo, as a `date`. */
export const sqlDay = (instant: SQLWrapper): SQL =>
  sql`(${instant} at time zone '${sql.raw(TIME_ZONE)}')::date`

/** A day as `yyyyMMdd`. */
export const sqlDate = (column: PgColumn): SQL<string> =>
  sql<string>`to_char(${column}, 'YYYYMMDD')`
