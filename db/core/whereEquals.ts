import { and, eq, getTableColumns, isNull, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** A nullable value is no value to compare with: only a written `null` selects rows without one. */
type Wanted<Row, Given> = {
  [Name in keyof Given]: Name extends keyof Row
    ? Given[Name] extends null
      ? null
      : NonNullable<Row[Name]> | SQLWrapper
    : never
}

/** Condition for the rows of a table that have all of these values; `null` stands for `is null`. */
export function whereEquals<T extends PgTable, Given extends object>(
  table: T,
  values: Given & Wanted<T['$inferSelect'], Given>,
): SQL | undefined {
  const columns = getTableColumns<PgTable>(table)
  return and(
    ...Object.entries(values).map(([name, value]) => {
      const column = columns[name] as PgColumn
      return value === null ? isNull(column) : eq(column, value)
    }),
  )
}
