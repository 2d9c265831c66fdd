import { sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { loyalty } from '#db/tables/loyalties.ts'

/**
 * Sets what a loyalty in force may owe at the stations.
 * @param amount cents of pesos; 0: it has no account
 * @returns false when it is not the person's
 */
export async function setAccountLimit(
  tx: Db,
  { personId, loyaltyCode, amount }: { personId: string; loyaltyCode: string; amount: number },
): Promise<boolean> {
  const inForce = whereEquals(loyalty, { code: loyaltyCode, personId, endedAt: null })
  const { rowCount } = await tx.update(loyalty).set({ accountLimit: amount }).where(inForce)
  return rowCount === 1
}

/**
 * Whether a loyalty, whose points account the caller has locked, may owe so much more.
 * @param amount cents of pesos
 */
export async function mayOwe(tx: Db, loyaltyCode: string, amount: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from loyalty l where l.code = ${loyaltyCode} and l.account_limit >= ${amount} + (
      select coalesce(sum(d.amount), 0) from debt d join account_debt a on a.debt_reference = d.reference
      where d.person_id = l.person_id and d.loyalty_code = l.code and d.state = 'PENDING')`)
  return rowCount === 1
}
