import type { Field } from '#db/imports/field.ts'

/** What no row of a kind may be; the condition is SQL over a row `s` of `staged`. */
export interface Check {
  column: string
  when: string
  expected: string
  remedy: string
}

/** A kind of file: its columns, and how its rows become those of a table. */
export interface ImportKind {
  /** Its name in the command and in the table `import`. */
  name: string
  /** What its rows are, in Spanish and the plural. */
  rows: string
  /** By name, which heads the column in CSV and names the value in JSON. */
  columns: Readonly<Record<string, Field>>
  table: string
  /** Columns of the table that identify a row. */
  key: readonly string[]
  /** The columns of the file that name it. */
  fileKey: readonly string[]
  /** The other columns of the table that a row sets, and a repeat with other values updates. */
  values: readonly string[]
  /** Columns that are set with a new row and never updated. */
  initial?: readonly string[]
  /** SQL of `line` and the columns above, from `staged s` and what it refers to. */
  select: string
  checks: readonly Check[]
  /** Checks of rows that would be updated, once these are locked: SQL over the stored `t` and the new `i`. */
  updateChecks?: readonly Check[]
  /** SQL that runs after the new rows are inserted, whose keys are in `import_row r` with import $1. */
  afterInsert?: string
  /** The same before the created rows are deleted again. */
  beforeUndo?: string
  /** What has been built on a stored row `t` that a created or updated row may not be undone for: SQL, and in Spanish. */
  obstacles: readonly { when: string; sentence: string }[]
}

/** SQL of the text that identifies a stored or new row in `import_row`. */
export const keyOf = ({ key }: Pick<ImportKind, 'key'>, row: string): string =>
  key.length === 1
    ? `${row}.${key[0]}`
    : `concat_ws('|', ${key.map((name) => `${row}.${name}`).join(', ')})`
