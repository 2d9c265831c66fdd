import { sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'

/** Tills repeat their references and tickets. */
const MOST_NAMED = 20

/** Ids of the payment requests with this code, reference, ticket or retrieval reference number, the newest of each. */
export async function paymentRequestsNamed(db: Db, text: string): Promise<string[]> {
  const by = (column: string) =>
    sql`(select id from payment_request where ${sql.identifier(column)} = ${text}
      order by created_at desc limit ${sql.raw(String(MOST_NAMED))})`
  const { rows } = await db.execute<{ id: string }>(
    sql`${by('code')} union ${by('rrn')} union ${by('reference')} union ${by('ticket')}`,
  )
  return rows.map(({ id }) => id)
}
