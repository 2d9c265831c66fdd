import { sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { MAX_NAMED_ROWS, type Violation } from '#db/invariants/invariant.ts'

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

/**
 * P12: scans every text column for card numbers. A row is reported by table and key, never by its
 * content.
 * @param containsCardNumber whether a text contains a card number, by the rule by which calls are refused
 */
export async function scanCardNumbers(
  db: Db,
  containsCardNumber: (text: string) => boolean,
): Promise<Violation> {
  const rows: object[] = []
  for (const { table, columns } of await textsOf(db)) {
    const likely = columns
      .map(
        (column) =>
          `(length("${column}"::text) >= ${LEAST_DIGITS} and "${column}"::text ~ '${LIKELY}')`,
      )
      .join(' or ')
    const texts = columns.map((column) => `"${column}"::text`).join(', ')
    const found = await db.execute<{ place: string; texts: (string | null)[] }>(
      sql.raw(
        `select ctid::text as place, array[${texts}] as texts from "${table}" where ${likely}`,
      ),
    )
    for (const { place, texts } of found.rows)
      for (const [at, text] of texts.entries())
        if (text !== null && containsCardNumber(text))
          rows.push({ table, column: columns[at], ctid: place })
  }
  return {
    code: 'P12',
    description: 'ningún texto guardado tiene el número de una tarjeta',
    rows: rows.slice(0, MAX_NAMED_ROWS),
  }
}

async function textsOf(db: Db): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await db.execute<{ table: string; columns: string[] }>(sql`
    select c.table_name as "table", array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'json', 'jsonb')
      and c.column_name <> all(${sql.param(GENERATED)}::text[])
    group by c.table_name order by c.table_name`)
  return rows
}
