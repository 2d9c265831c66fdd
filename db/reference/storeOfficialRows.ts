import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { OFFICIAL_PRICES, REFUND_RATES } from '#db/reference/officialRows.ts'
import { fuelPrice, refundRate } from '#db/tables/stations.ts'

/**
 * Adds the official prices and refund rates of this version that a database does not have. Safe to
 * repeat. A stored row keeps what an operator wrote in it; only a price of before decrees were stored
 * gets its decree and last day.
 */
export async function storeOfficialRows(client: Client): Promise<void> {
  const db = drizzle({ client })
  await db
    .insert(fuelPrice)
    .values(OFFICIAL_PRICES)
    .onConflictDoUpdate({
      target: [fuelPrice.product, fuelPrice.validFrom],
      set: { validTo: sql`excluded.valid_to`, decree: sql`excluded.decree` },
      setWhere: sql`${fuelPrice.decree} = '' and ${fuelPrice.price} = excluded.price`,
    })
  await db.insert(refundRate).values(REFUND_RATES).onConflictDoNothing()
}
