import { sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { type ImportKind, keyOf } from '#db/imports/importKind.ts'
import { importRow } from '#db/tables/imports.ts'

/** What an import makes: debts in cents, and points. */
export type Sums = Record<'pesos' | 'dollars' | 'points', number>
export const NO_SUMS: Sums = { pesos: 0, dollars: 0, points: 0 }

/** What the rows that an import created or updated make. */
export async function sumsOf(tx: Db, kind: ImportKind, number: number): Promise<Sums> {
  if (!kind.sums) return NO_SUMS
  const parts = Object.entries(kind.sums).map(
    ([name, value]) => sql`coalesce(sum(${value}), 0)::float8 as ${sql.identifier(name)}`,
  )
  const { rows } = await tx.execute<Sums>(sql`
    select ${sql.join(parts, sql`, `)} from ${sql.identifier(kind.table)} t
    join ${importRow} r on r.import = ${number} and r.key = ${sql.raw(keyOf(kind, 't'))}`)
  return rows[0] ?? NO_SUMS
}
