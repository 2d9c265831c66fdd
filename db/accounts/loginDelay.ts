import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { loginDelay } from '#db/tables/sessions.ts'

/** Failures that have no wait. */
const FREE_FAILURES = 4
/** The longest wait, in seconds. */
const MAX_WAIT = 60

/**
 * The time until which a key (an account, device or code) admits no further try.
 * @returns null when it admits one now
 */
export async function delayedUntil(db: Db, key: Buffer, now: Date): Promise<Date | null> {
  const [row] = await db.select().from(loginDelay).where(eq(loginDelay.accountHash, key))
  return row && row.notBefore > now ? row.notBefore : null
}

/**
 * Counts a failed try. From the fifth failure on there is a wait of 1 s, doubled by each further
 * failure. There is no permanent lock, with which an attacker could deny the owner access.
 */
export async function recordFailure(db: Db, key: Buffer, now: Date): Promise<void> {
  const failures = sql`${loginDelay.failures} + 1`
  await db
    .insert(loginDelay)
    .values({ accountHash: key, failures: 1, notBefore: now })
    .onConflictDoUpdate({
      target: loginDelay.accountHash,
      set: { failures, notBefore: sql`${now}::timestamptz + ${waitAfter(failures, MAX_WAIT)}` },
    })
}

/** The interval that so many failures cost, in SQL. @param max seconds */
export const waitAfter = (failures: SQL, max: number): SQL => sql`case
  when ${failures} > ${FREE_FAILURES}::int then make_interval(secs => least(${max}::float,
    power(2, least(${failures} - ${FREE_FAILURES + 1}::int, 64))))
  else interval '0' end`

/** Resets the count, after a successful try. */
export async function clearFailures(db: Db, key: Buffer): Promise<void> {
  await db.delete(loginDelay).where(eq(loginDelay.accountHash, key))
}
