import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { listedSql } from '#db/core/listed.ts'
import { inSpan, keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { isUuid } from '#db/core/uuid.ts'
import { importedFile, importUpload } from '#db/tables/imports.ts'

/** Where a file is. */
type ImportState = 'uploaded' | 'stored' | 'undone'
/** A file in the list. */
interface ImportRow {
  id: string
  kind: string
  fileName: string
  login: string
  rows: number
  rejected: number
  at: string
  state: ImportState
}

const order = keyset({ at: sql<Date>`at`, id: sql<string>`id` })
/** Imports and uploaded files that are not committed, the newest first. */
export function importsLike(
  db: Db,
  { kind = '', state = '', period }: { kind?: string; state?: string; period?: Span },
  page: PageQuery,
) {
  const { by, after } = order.of(page)
  return listedSql<ImportRow>(
    db,
    sql`
    select * from (
      select number::text as id, kind, file_name as "fileName", login, created + updated + unchanged as rows,
        0 as rejected, at, case when undone_at is null then 'stored' else 'undone' end as state
      from ${importedFile}
      union all
      select id::text, kind, file_name, login, (preview ->> 'created')::int + (preview ->> 'updated')::int
        + (preview ->> 'unchanged')::int, (preview ->> 'rejected')::int, at, 'uploaded'
      from ${importUpload}
    ) files
    where (${kind} = '' or kind = ${kind}) and (${state} = '' or state = ${state})
      and ${and(sql`true`, inSpan(sql`at`, period), after(page.after))}
    order by ${by} limit ${page.count}`,
  )
}

const { content, ...facts } = getTableColumns(importedFile)
/** An import by its number, and whether its file is kept; undefined for an unknown one. */
export const importByNumber = async (db: Db, number: number) =>
  (
    await db
      .select({ ...facts, hasFile: sql<boolean>`${content} is not null` })
      .from(importedFile)
      .where(eq(importedFile.number, number))
  )[0]

/** The name and the bytes of the file of an import, or of an upload; null bytes when they are not kept. */
export const fileById = async (db: Db, id: string) =>
  isUuid(id) ? await uploadById(db, id) : await wholeImport(db, Number(id))
const wholeImport = async (db: Db, number: number) =>
  (await db.select().from(importedFile).where(eq(importedFile.number, number)))[0]

/** An uploaded file; undefined for an unknown id, and once it is committed or discarded. */
export const uploadById = async (db: Db, id: string) =>
  (await db.select().from(importUpload).where(eq(importUpload.id, id)))[0]
