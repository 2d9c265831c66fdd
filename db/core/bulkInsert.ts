import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** An insert of any number of rows: its text is always the same, and each parameter is a column's array. */
interface BulkInsert<Row> {
  /** Selects from `given`, which has the names of the table's columns. */
  text: string
  /** How many parameters there are up to its last one. */
  last: number
  valuesOf: (rows: readonly Row[]) => unknown[][]
}

/**
 * The insert of rows by one array per column: `unnest` is faster to plan than a long values list, and
 * can be prepared for any number of rows.
 * @param before how many parameters of the statement come before
 */
export function bulkInsert<Table extends PgTable>(
  table: Table,
  before = 0,
): BulkInsert<Table['$inferInsert']> {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>)
  const names = columns.map(([, column]) => `"${column.name}"`)
  const arrays = columns.map(
    ([, column], place) => `$${before + place + 1}::${column.getSQLType()}[]`,
  )
  return {
    text: `insert into "${getTableName(table)}" (${names.join()}) select given.* from unnest(${arrays.join()}) as given(${names.join()})`,
    last: before + columns.length,
    valuesOf: (rows) =>
      columns.map(([key, column]) =>
        rows.map((row) => {
          const value: unknown = Reflect.get(row, key) ?? column.default ?? null
          return column.dataType === 'json' && value !== null ? JSON.stringify(value) : value
        }),
      ),
  }
}
