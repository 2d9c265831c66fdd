import { sql } from 'drizzle-orm'
import { containsCardNumber } from '#contract/fields/cardNumber.ts'
import type { Db } from '#db/core/db.ts'
import { type Check, MAX_NAMED_ROWS, type Slice } from '#db/invariants/invariant.ts'

/**
 * Columns with generated identifiers, which may contain any digits and are never typed by a
 * person.
 */
const GENERATED = [
  'audit_number',
  'access_token',
  'payment_token',
  'subject',
  'event_id',
  'rrn',
  // Of a signed message; a call is refused when the rest of the second has a card number.
  'nonce',
  'signature_input',
]

/**
 * A prefilter in SQL: enough digits for a card number, with anything but letters between them (a
 * JSON escape contains letters). It is wider than the rule on purpose; `holds` decides.
 */
const LIKELY = String.raw`[2-6]((\\[bfnrt]|\\u[0-9A-Fa-f]{4}|[^0-9A-Za-z])*[0-9]){12}`

/** Digits of the shortest card number; a shorter text is not searched. */
const LEAST_DIGITS = 13

/** Blocks of a table in a slice: 64 MB. */
const SLICE_BLOCKS = 8_192

/**
 * P12: scans every text column for card numbers. A row is reported by table and key, never by its
 * content.
 */
export const cardNumberScan: Check = {
  code: 'P12',
  description: 'ningún texto guardado tiene el número de una tarjeta',
  slices: async (db) =>
    (await textsOf(db)).flatMap(({ table, blocks }) =>
      Array.from({ length: Math.max(1, Math.ceil(blocks / SLICE_BLOCKS)) }, (_, place) => ({
        table,
        from: `(${place * SLICE_BLOCKS},0)`,
        // Rows that were added since are in the last one.
        ...((place + 1) * SLICE_BLOCKS < blocks && { until: `(${(place + 1) * SLICE_BLOCKS},0)` }),
      })),
    ),
  async rowsOf(db, slice) {
    const rows: object[] = []
    for (const { table, columns } of await textsOf(db))
      if (slice.table === undefined || slice.table === table)
        rows.push(...(await scanTable(db, { table, columns, slice })))
    return rows.slice(0, MAX_NAMED_ROWS)
  },
}

interface TableScan {
  table: string
  columns: string[]
  slice: Slice
}

async function scanTable(db: Db, { table, columns, slice }: TableScan) {
  const likely = columns
    .map(
      (column) =>
        `(length("${column}"::text) >= ${LEAST_DIGITS} and "${column}"::text ~ '${LIKELY}')`,
    )
    .join(' or ')
  const texts = columns.map((column) => `"${column}"::text`).join(', ')
  const { from = '(0,0)', until } = slice
  const blocks = `ctid >= '${from}'${until ? ` and ctid < '${until}'` : ''}`
  const found = await db.execute<{ place: string; texts: (string | null)[] }>(
    sql.raw(
      `select ctid::text as place, array[${texts}] as texts from "${table}" where ${blocks} and (${likely})`,
    ),
  )
  return found.rows.flatMap(({ place, texts: each }) =>
    each.flatMap((text, at) =>
      text !== null && containsCardNumber(text)
        ? [{ table, column: columns[at], ctid: place }]
        : [],
    ),
  )
}

async function textsOf(db: Db): Promise<{ table: string; columns: string[]; blocks: number }[]> {
  const { rows } = await db.execute<{ table: string; columns: string[]; blocks: number }>(sql`
    select c.table_name as "table", array_agg(c.column_name::text order by c.ordinal_position) as columns,
      (pg_relation_size(format('public.%I', c.table_name)::regclass)
        / current_setting('block_size')::int)::int as blocks
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'json', 'jsonb')
      and c.column_name <> all(${sql.param(GENERATED)}::text[])
    group by c.table_name order by c.table_name`)
  return rows
}
