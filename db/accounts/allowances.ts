import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { loginThrottle } from '#db/tables/sessions.ts'

/** So many at once, and one more after each interval (a token bucket). */
export interface Allowance {
  burst: number
  /** Milliseconds. */
  interval: number
}

/**
 * The instant from which a key admits another one; in the past when it does now. `not_before` of its
 * row is the instant at which the bucket is full again.
 */
export async function admittedFrom(
  db: Db,
  key: Buffer,
  { burst, interval }: Allowance,
): Promise<Date> {
  const [row] = await db.select().from(loginThrottle).where(eq(loginThrottle.accountHash, key))
  return new Date((row?.notBefore.getTime() ?? 0) - (burst - 1) * interval)
}

/** Counts one of a key. */
export async function countOne(
  db: Db,
  key: Buffer,
  { interval }: Allowance,
  now: Date,
): Promise<void> {
  const later = (from: unknown) => sql`${from} + make_interval(secs => ${interval / 1000}::float)`
  const at = sql`${now}::timestamptz`
  await db
    .insert(loginThrottle)
    .values({ accountHash: key, failures: 1, notBefore: later(at) })
    .onConflictDoUpdate({
      target: loginThrottle.accountHash,
      set: {
        failures: sql`${loginThrottle.failures} + 1`,
        notBefore: later(sql`greatest(${loginThrottle.notBefore}, ${at})`),
      },
    })
}
