import { eq, sql } from 'drizzle-orm'
import { type Db } from '#db/connection.ts'
import { loginThrottle } from '#db/tables/sessions.ts'

/** Until when an account's password may not be tried again; null: now. */
export async function throttledUntil(db: Db, accountHash: Buffer, now: Date): Promise<Date | null> {
  const [row] = await db
    .select()
    .from(loginThrottle)
    .where(eq(loginThrottle.accountHash, accountHash))
  return row && row.notBefore > now ? row.notBefore : null
}

/**
 * Counts a wrong password: from the fifth on each doubles the wait, up to a minute.
 * There is no hard lock: whoever guesses at another's account cannot keep them out for long.
 */
export async function recordFailure(db: Db, accountHash: Buffer, now: Date): Promise<void> {
  const wait = sql`make_interval(secs => least(60, power(2, greatest(0, least(${loginThrottle.failures} + 1, 12) - 5))) * case when ${loginThrottle.failures} + 1 >= 5 then 1 else 0 end)`
  await db
    .insert(loginThrottle)
    .values({ accountHash, failures: 1, notBefore: now })
    .onConflictDoUpdate({
      target: loginThrottle.accountHash,
      set: {
        failures: sql`${loginThrottle.failures} + 1`,
        notBefore: sql`${now}::timestamptz + ${wait}`,
      },
    })
}

/** A right password wipes the slate. */
export async function clearFailures(db: Db, accountHash: Buffer): Promise<void> {
  await db.delete(loginThrottle).where(eq(loginThrottle.accountHash, accountHash))
}
