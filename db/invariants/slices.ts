import { sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { type Invariant, MAX_NAMED_ROWS, type Slice } from '#db/invariants/invariant.ts'

/** Rows of a slice, more in a table of more than a hundred slices. */
const SLICE_ROWS = 500_000

export const ALL_KEYS: Slice = {}

/** The keys of a table as slices between these bounds, which ascend. */
export const slicesBetween = (bounds: readonly string[]): Slice[] =>
  [undefined, ...bounds].map((from, place) => ({
    ...(from !== undefined && { from }),
    ...(place < bounds.length && { until: bounds[place] }),
  }))

/**
 * The slices of an invariant, of about as many rows each: PostgreSQL's statistics know which keys divide
 * a table into hundredths.
 */
export async function slicesOf(db: Db, { slicedBy = {} }: Invariant): Promise<Slice[]> {
  const [[table, column] = []] = Object.entries(slicedBy)
  if (!table) return [ALL_KEYS]
  const { rows } = await db.execute<{ bounds: string[] | null; count: number }>(sql`
    select s.histogram_bounds::text::text[] as bounds, c.reltuples as count
    from pg_class c left join pg_stats s
      on s.schemaname = 'public' and s.tablename = c.relname and s.attname = ${column}
    where c.oid = ${`public.${table}`}::regclass`)
  const [{ bounds, count } = { bounds: null, count: 0 }] = rows
  const inner = bounds?.slice(1, -1) ?? []
  const step = Math.ceil(inner.length / Math.max(1, Math.ceil(count / SLICE_ROWS)))
  return slicesBetween(inner.filter((_, place) => place % step === step - 1))
}

/** The rows of a slice that violate an invariant, at most {@link MAX_NAMED_ROWS}. */
export async function violationsIn(
  db: Db,
  { violationsSql, slicedBy = {} }: Invariant,
  { from, until }: Slice,
): Promise<object[]> {
  const within = (column: string) => [
    ...(from === undefined ? [] : [sql`${sql.raw(column)} >= ${from}`]),
    // The first slice also has the rows without a key.
    ...(until === undefined
      ? []
      : [
          sql`(${sql.raw(column)} < ${until}${sql.raw(from === undefined ? ` or ${column} is null` : '')})`,
        ]),
  ]
  const query = sql.raw(`select * from (${violationsSql}) broken limit ${MAX_NAMED_ROWS}`)
  // A common table expression hides the table of its name.
  const cut = Object.entries(slicedBy).flatMap(([table, column]) => {
    const conditions = sql.join(within(column), sql` and `)
    const name = sql.raw(table)
    return within(column).length === 0
      ? []
      : [sql`${name} as not materialized (select * from public.${name} where ${conditions})`]
  })
  const { rows } = await db.execute(
    cut.length === 0 ? query : sql`with ${sql.join(cut, sql`, `)} ${query}`,
  )
  return rows
}
