import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import type { Field } from '#db/imports/field.ts'
import type { Check, ImportKind } from '#db/imports/importKind.ts'

/** Cells that are rejected for the same reason. */
export interface RejectedGroup extends Record<string, unknown> {
  column: string
  expected: string
  remedy: string
  count: number
  /** The first of them: line and cell. */
  examples: { line: number; found: string }[]
}

/** Of several rows with one key all but the first are rejected. */
export function repeated({ fileKey: own, columns }: ImportKind): Check {
  // PostgreSQL sorts texts in bytes several times as fast as in another order.
  const sorted = own.map((name) =>
    columns[name]?.sqlType === 'text' ? `${name} collate "C"` : name,
  )
  return {
    column: own[0] ?? '',
    when: sql`s.line in (
      select line from (
        select line, row_number() over (partition by ${sql.raw(sorted.join(', '))} order by line) as place
        from staged) o
      where place > 1)`,
    expected: `una sola fila por ${own.join(', ')}`,
    remedy: 'Dejá una sola, o corregí la que está mal.',
  }
}

/** Rejects the staged rows that checks find. */
export async function rejectBy(
  tx: Db,
  { columns }: ImportKind,
  checks: readonly Check[],
  rows = sql`staged s`,
): Promise<void> {
  for (const { column, when, expected, remedy } of checks) {
    await tx.execute(sql`
      insert into rejected
      select s.line, ${column}, coalesce(${foundIn(column, columns[column])}, ''), ${expected}, ${remedy}
      from ${rows} where ${when}`)
  }
}

/** A staged cell as people write it. */
function foundIn(column: string, { sqlType, isHundredths }: Partial<Field> = {}): SQL {
  const cell = sql.raw(`s.${column}`)
  if (isHundredths) return sql`replace((${cell} / 100.0)::numeric(20, 2)::text, '.', ',')`
  if (sqlType === 'date') return sql`to_char(${cell}, 'DD/MM/YYYY')`
  if (sqlType === 'timestamptz')
    return sql`to_char(${cell} at time zone 'America/Montevideo', 'DD/MM/YYYY HH24:MI')`
  return sql`${cell}::text`
}

/** The number of rejected rows, and the most frequent reasons. */
export async function rejections(tx: Db): Promise<{ rejected: number; groups: RejectedGroup[] }> {
  const { rows } = await tx.execute<{ rejected: number }>(
    sql`select count(distinct line)::int as rejected from rejected`,
  )
  const { rows: groups } = await tx.execute<RejectedGroup>(sql`
    select "column", expected, remedy, count(*)::int as count,
      array_agg(json_build_object('line', line, 'found', found) order by line)
        filter (where place <= 3) as examples
    from (
      select *, row_number() over (partition by "column", expected, remedy order by line) as place
      from rejected) r
    group by 1, 2, 3 order by 4 desc, min(line) limit 50`)
  return { rejected: rows[0]?.rejected ?? 0, groups }
}
