import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** An insert of any number of rows: its text is always the same, and each parameter is a column's array. */
interface BulkInsert<Row> {
  text: string
  valuesOf: (rows: readonly Row[]) => unknown[][]
}

/**
 * The insert of rows by one array per column: `unnest` is faster to plan than a long values list, and
 * can be prepared for any number of rows.
 */
export function bulkInsert<Table extends PgTable>(table: Table): BulkInsert<Table['$inferInsert']> {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>)
  const names = columns.map(([, column]) => `"${column.name}"`)
  const arrays = columns.map(([, column], place) => `$${place + 1}::${column.getSQLType()}[]`)
  return {
    text: `insert into "${getTableName(table)}" (${names.join()}) select * from unnest(${arrays.join()})`,
    valuesOf: (rows) =>
      columns.map(([key, column]) =>
        rows.map((row) => {
          const value: unknown = Reflect.get(row, key) ?? column.default ?? null
          return column.dataType === 'json' && value !== null ? JSON.stringify(value) : value
        }),
      ),
  }
}
