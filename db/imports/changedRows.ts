import { sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { columnsOf, type ImportKind, keyOf } from '#db/imports/importKind.ts'
import { shownValue } from '#db/imports/staging.ts'
import { type ChangedRow, importedFile, importRow, type Jump } from '#db/tables/imports.ts'

/** Rows that are shown of an import. */
const MAX_CHANGED = 200

export interface Changes {
  /** The first new and changed rows, in the order of their keys. */
  rows: ChangedRow[]
  jumps: Jump[]
}
export const NO_CHANGES: Changes = { rows: [], jumps: [] }

/** What an import creates and updates, and what of it has to be asked about. */
export const changesOf = async (
  tx: Db,
  kind: ImportKind,
  found: Parameters<typeof changedRows>[2],
): Promise<Changes> => ({
  rows: await changedRows(tx, kind, found),
  jumps: await jumpsOf(tx, kind, found.number),
})

/** Prices of an import that differ a lot from those before them. */
export async function jumpsOf(tx: Db, { jumps }: ImportKind, number: number): Promise<Jump[]> {
  if (!jumps) return []
  const { rows } = await tx.execute<Jump & Record<string, unknown>>(jumps(number))
  return rows.map(({ what, before, after }) => ({ what, before, after }))
}

type Cells = Record<string, unknown>

/**
 * The first rows of an import before and after it. After it they have what the next import found, or what
 * they have now; nothing is known of that once it is undone.
 */
export async function changedRows(
  db: Db,
  kind: ImportKind,
  { number, undoneAt }: { number: number; undoneAt: Date | null },
): Promise<ChangedRow[]> {
  const { rows } = await db.execute<{
    own: Cells | null
    before: Cells | null
    next: Cells | null
  }>(
    sql`
    select to_jsonb(t) as own, r.before, (
      select n.before from ${importedFile} m join ${importRow} n on n.import = m.number and n.key = r.key
      where m.number > ${number} and m.kind = ${kind.name} and m.undone_at is null
      order by m.number limit 1) as next
    from (select * from ${importRow} where import = ${number} order by key limit ${MAX_CHANGED}) r
    left join ${sql.identifier(kind.table)} t on r.key = ${sql.raw(keyOf(kind, 't'))}
    order by ${columnsOf('t', kind.key)}, r.key`,
  )
  return rows.map(({ own, before, next }) => {
    const key = Object.fromEntries(kind.key.map((name) => [name, own?.[name]]))
    const after = undoneAt ? null : { ...key, ...(next ?? own) }
    return {
      before: before && textsOf(kind, { ...key, ...before }),
      after: after && textsOf(kind, after),
    }
  })
}

/** The cells of the file that makes a stored row as it is; undefined without such a row. */
export async function storedCells(db: Db, kind: ImportKind, key: string) {
  const { rows } = await db.execute<{ own: Cells }>(
    sql`select to_jsonb(t) as own from ${sql.identifier(kind.table)} t where ${sql.raw(keyOf(kind, 't'))} = ${key}`,
  )
  return rows[0] && textsOf(kind, rows[0].own)
}

/** The columns of the file that make a row, with its values as the file has them. */
function textsOf({ columns, fileColumns }: ImportKind, cells: Cells): Record<string, string> {
  const texts = [...fileColumns].flatMap(([column, name]) => {
    const [field, value] = [columns[name], cells[column]]
    if (!field || value === null || value === undefined) return []
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [[name, shownValue(field, text)] as const]
  })
  const known = Object.fromEntries(texts)
  return Object.fromEntries(
    Object.keys(columns).flatMap((name) => (known[name] ? [[name, known[name]]] : [])),
  )
}
