import { eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { rateLimit } from '#db/tables/sessions.ts'

/** A token bucket: so many points at once, refilled evenly within so many milliseconds. */
export interface Bucket {
  points: number
  per: number
}

/**
 * Takes one point of a key's bucket. One statement decides, so that concurrent takers of all processes
 * get no more points than there are; a rolled-back transaction gives its point back.
 * @returns null when it was taken, else the instant from which there is one again
 */
export async function consume(db: Db, key: Buffer, { points, per }: Bucket, now: Date) {
  const interval = intervalOf({ points, per })
  const later = (from: unknown, milliseconds: number) =>
    sql`${from} + make_interval(secs => ${milliseconds / 1000}::float)`
  const at = sql`${now}::timestamptz`
  const fullAt = later(sql`greatest(${rateLimit.fullAt}, ${at})`, interval)
  const taken = await db
    .insert(rateLimit)
    .values({ key, fullAt: later(at, interval) })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: { fullAt },
      setWhere: lte(fullAt, later(at, per)),
    })
    .returning({ key: rateLimit.key })
  if (taken.length > 0) return null
  const [row] = await db.select().from(rateLimit).where(eq(rateLimit.key, key))
  return new Date((row?.fullAt ?? now).getTime() + interval - per)
}

/** Gives a point back that was taken. */
export async function giveBack(db: Db, key: Buffer, bucket: Bucket): Promise<void> {
  const interval = sql`make_interval(secs => ${intervalOf(bucket) / 1000}::float)`
  await db
    .update(rateLimit)
    .set({ fullAt: sql`${rateLimit.fullAt} - ${interval}` })
    .where(eq(rateLimit.key, key))
}

/** Whole milliseconds, as instants are stored: rounded up, the last point would be missing. */
const intervalOf = ({ points, per }: Bucket) => Math.floor(per / points)
