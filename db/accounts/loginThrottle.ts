import { eq, sql } from 'drizzle-orm'
import { type Db } from '#db/connection.ts'
import { loginThrottle } from '#db/tables/sessions.ts'

/** The longest wait, in seconds. */
const MAX_WAIT = 60

/**
 * The time until which a throttle key (an account, device or code) admits no further try.
 * @returns null when it admits one now
 */
export async function throttledUntil(db: Db, accountHash: Buffer, now: Date): Promise<Date | null> {
  const [row] = await db
    .select()
    .from(loginThrottle)
    .where(eq(loginThrottle.accountHash, accountHash))
  return row && row.notBefore > now ? row.notBefore : null
}

/**
 * Counts a failed try. From the fifth failure on there is a wait of 1 s, doubled by each further
 * failure. There is no permanent lock, with which an attacker could deny the owner access.
 * @returns the number of failures since the last success
 */
export async function recordFailure(db: Db, accountHash: Buffer, now: Date): Promise<number> {
  const wait = sql`make_interval(secs => least(${MAX_WAIT}::float, power(2, greatest(0, least(${loginThrottle.failures} + 1, 30) - 5))) * case when ${loginThrottle.failures} + 1 >= 5 then 1 else 0 end)`
  const [row] = await db
    .insert(loginThrottle)
    .values({ accountHash, failures: 1, notBefore: now })
    .onConflictDoUpdate({
      target: loginThrottle.accountHash,
      set: {
        failures: sql`${loginThrottle.failures} + 1`,
        notBefore: sql`${now}::timestamptz + ${wait}`,
      },
    })
    .returning({ failures: loginThrottle.failures })
  return row?.failures ?? 1
}

/** Resets the count, after a successful try. */
export async function clearFailures(db: Db, accountHash: Buffer): Promise<void> {
  await db.delete(loginThrottle).where(eq(loginThrottle.accountHash, accountHash))
}
