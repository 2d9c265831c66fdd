import { getTableColumns, getTableName, SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Field } from '#db/imports/field.ts'

/** A column of a file: its name heads it in CSV, and names the value in JSON. */
interface Column extends Field {
  /** What the file has in it, in Spanish: for the page of the columns. */
  meaning: string
  /** Cells of the template, from its first row on; the others are empty. */
  examples: readonly string[]
}
export const column = (field: Field, meaning: string, ...examples: string[]): Column => ({
  ...field,
  meaning,
  examples,
})
type Columns = Readonly<Record<string, Column>>
/** A row of the file, as it is staged. */
type StagedRow<C extends Columns> = { readonly [Name in keyof C]: SQL }
type Values<T extends PgTable> = { [Name in keyof T['$inferInsert']]?: SQL | PgColumn }

/** What no row of a kind may be. */
export interface Check<Name = string> {
  column: Name
  when: SQL
  expected: string
  remedy: string
}

/** Of an obstacle: the import created the row. */
export const IS_CREATED = sql`r.before is null`

/** Whether a table has a row with this value. */
export const existsWith = (of: PgColumn, value: SQL | PgColumn): SQL =>
  sql`exists (select from ${of.table} where ${of} = ${value})`

interface Definition<C extends Columns, T extends PgTable> {
  /** Its name in the command and in the table `import`. */
  name: string
  /** What its rows are, in Spanish and the plural. */
  label: string
  columns: C
  table: T
  /** The columns of the file that identify a row. */
  fileKey: readonly (keyof C & string)[]
  /** The row of the table that a row `s` of the file makes. */
  row: (s: StagedRow<C>) => {
    /** The columns that identify it. */
    key: Values<T>
    /** The others that a row sets, and a repeat with other values updates. */
    values: Values<T>
    /** Those that are set with a new row and never updated. */
    initial?: Values<T>
    /** Joins of what the values come from. */
    joins?: SQL
  }
  /** @param o another row, of `staged o` */
  checks?: (s: StagedRow<C>, o: StagedRow<C>) => readonly Check<keyof C & string>[]
  /** Checks of rows that would be updated, once these are locked: of the stored row and the new one. */
  updateChecks?: (t: T, i: T) => readonly Check<keyof C & string>[]
  /** Runs after the new rows are inserted. @param keys the statement of their keys */
  afterInsert?: (keys: SQL) => SQL
  /** Runs before the created rows are deleted again. */
  beforeUndo?: (keys: SQL) => SQL
  /** What a stored row makes: debts in cents, and points; left out: nothing. */
  sums?: (t: T) => Record<'pesos' | 'dollars' | 'points', SQL | PgColumn>
  /** Whether its rows are about people: what they hold is personal, and the file is kept for 30 days only. */
  ofPeople?: true
  /** What of the rows of an import has to be asked about before it is stored: `what`, and cents `before` and `after`. */
  jumps?: (number: number) => SQL
  /** What has been built on a stored row that a created or updated row may not be undone for; in Spanish. */
  obstacles?: (t: T) => readonly { when: SQL; sentence: string }[]
}

/** A kind of file: its columns, and how its rows become those of a table. */
export type ImportKind = ReturnType<typeof defineImportKind>

/** The kind without the types of its columns: names and SQL, for the statements that all kinds share. */
export function defineImportKind<const C extends Columns, T extends PgTable>(
  definition: Definition<C, T>,
) {
  const { name, label, columns, table, fileKey, row, afterInsert, beforeUndo, jumps } = definition
  const staged = (of: string) =>
    Object.fromEntries(
      Object.keys(columns).map((one) => [one, sql.raw(`${of}.${one}`)]),
    ) as unknown as StagedRow<C>
  const [t, i] = ['t', 'i'].map((of) => alias(table, of) as unknown as T) as [T, T]
  const known: Record<string, PgColumn> = getTableColumns(table)
  const named = (values: Values<T> = {}) =>
    Object.entries<SQL | PgColumn | undefined>(values).map(
      ([property, value]) => [known[property]?.name ?? property, value] as const,
    )
  const own = staged('s')
  const { joins, ...set } = row(own)
  const [key, values, initial] = [named(set.key), named(set.values), named(set.initial)]
  const cells = [...key, ...values, ...initial].map(
    ([of, value]) => sql`${value} as ${sql.identifier(of)}`,
  )
  const namesOf = (of: typeof key) => of.map(([one]) => one)
  return {
    name,
    label,
    columns: columns as Columns,
    fileKey: fileKey as readonly string[],
    table: getTableName(table),
    /** The column of the file that a column of the table comes from. */
    fileColumns: new Map(
      [...key, ...values].flatMap(([of, value]) => {
        const from = Object.keys(columns).find((one) => isMadeOf(value, own[one]))
        return from === undefined ? [] : [[of, from] as const]
      }),
    ),
    key: namesOf(key),
    values: namesOf(values),
    initial: namesOf(initial),
    /** `line` and the columns above. */
    select: sql`select s.line, ${sql.join(cells, sql`, `)} from staged s ${joins ?? sql``}`,
    checks: (definition.checks?.(own, staged('o')) ?? []) as readonly Check[],
    updateChecks: (definition.updateChecks?.(t, i) ?? []) as readonly Check[],
    afterInsert,
    beforeUndo,
    jumps,
    ofPeople: definition.ofPeople ?? false,
    sums: definition.sums?.(t),
    obstacles: definition.obstacles?.(t) ?? [],
  }
}

/** Whether an expression has a part in it. */
const isMadeOf = (value: unknown, part: SQL | undefined): boolean =>
  value === part ||
  (value instanceof SQL && value.queryChunks.some((chunk) => isMadeOf(chunk, part)))

export const columnsOf = (row: string, names: readonly string[]): SQL =>
  sql.raw(names.map((name) => `${row}.${name}`).join(', '))

/** SQL of the text that identifies a stored or new row in `import_row`. */
export const keyOf = ({ key }: Pick<ImportKind, 'key'>, row: string): string =>
  key.length === 1
    ? `${row}.${key[0]}`
    : `concat_ws('|', ${key.map((name) => `${row}.${name}`).join(', ')})`
