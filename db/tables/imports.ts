import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#db/tables/columns.ts'

/** A file that was imported: what it was, who imported it, and what it changed. */
export const importedFile = pgTable(
  'import',
  (c) => ({
    /** 1, 2, 3 …: the number by which it is undone. */
    number: c.integer('number').primaryKey(),
    kind: c.text('kind').notNull(),
    fileName: c.text('file_name').notNull(),
    sha256: bytes('sha256').notNull(),
    /** Null: it came by the command, or was about people and 30 days have passed. */
    content: bytes('content'),
    /** Login of the machine on which the command ran; empty: a migration or the demo data. */
    login: c.text('login').notNull(),
    created: c.integer('created').notNull(),
    updated: c.integer('updated').notNull(),
    unchanged: c.integer('unchanged').notNull(),
    at: instant('at').notNull(),
    undoneAt: instant('undone_at'),
  }),
  (t) => [check('import_counts', sql`least(${t.created}, ${t.updated}, ${t.unchanged}) >= 0`)],
)

/** A file that an operator uploaded, with what its import would do, until it is committed or discarded. */
export const importUpload = pgTable(
  'import_upload',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    kind: c.text('kind').notNull(),
    fileName: c.text('file_name').notNull(),
    content: bytes('content').notNull(),
    /** Email of the operator. */
    login: c.text('login').notNull(),
    at: instant('at').notNull(),
    preview: c.jsonb('preview').$type<ImportPreview>().notNull(),
  }),
  (t) => [index('import_upload_at').on(t.at)],
)

/** A row that an import creates or updates, as texts by the columns of its file. */
export interface ChangedRow {
  /** Null: it is a new one. */
  before: Record<string, string> | null
  /** Null: the import was undone. */
  after: Record<string, string> | null
}
/** A value that differs a lot from the one before: what it is of, and cents. */
export interface Jump {
  what: string
  before: number
  after: number
}

/** What the import of a file would do. */
export interface ImportPreview {
  created: number
  updated: number
  unchanged: number
  rejected: number
  /** What its new and changed rows make: debts in cents, and points. */
  sums: { pesos: number; dollars: number; points: number }
  /** How the file was read. */
  encoding: string
  format: string
  separator: string
  columns: string[]
  /** The first rows, as they were understood. */
  sample: { line: number; values: Record<string, string> }[]
  /** The first new and changed rows. */
  rows: ChangedRow[]
  /** What has to be asked about before it is stored. */
  jumps: Jump[]
  /** The first rejected cells: line, column, what was found, what was expected, what to do. */
  rejections: string[][]
}

/**
 * A row that an import created or updated (T10). Without a foreign key to the import, which would cost a
 * file of a million rows more than the rows themselves; both are written in one transaction.
 */
export const importRow = pgTable(
  'import_row',
  (c) => ({
    import: c.integer('import').notNull(),
    /** The columns that identify the row in its table, joined by `|`. */
    key: c.text('key').notNull(),
    /** The row before the import; null: the import created it. */
    before: c.jsonb('before'),
  }),
  (t) => [primaryKey({ columns: [t.import, t.key] })],
)

/** An entry of the reference lists that `updatedData` of an answer carries. */
export const referenceItem = pgTable(
  'reference_item',
  (c) => ({
    list: c.text('list', { enum: ['banks', 'marks'] }).notNull(),
    code: c.text('code').notNull(),
    text: c.text('text').notNull(),
  }),
  (t) => [primaryKey({ columns: [t.list, t.code] })],
)
