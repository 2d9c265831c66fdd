import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { toDate } from '#contract/dates.ts'
import type { Promotion } from '#contract/entities/promotion.ts'
import type { Db } from '#db/core/db.ts'
import { sqlDate } from '#db/core/sqlTimestamps.ts'
import { programme } from '#db/tables/loyalties.ts'
import { promotion } from '#db/tables/messaging.ts'
import { branch } from '#db/tables/stations.ts'

/** The promotions in force on the day of `now` that a person may use, newest first. */
export async function promotionsFor(db: Db, personId: string, now: Date): Promise<Promotion[]> {
  const { id, title, text, imageUrl, url, firstDay, lastDay, createdAt } = promotion
  return await db
    .select({
      id,
      title,
      text,
      imageUrl,
      url,
      programme: sql<string>`coalesce(${promotion.programme}, '')`,
      programmeName: sql<string>`coalesce(${programme.name}, '')`,
      branches: sql<Promotion['branches']>`(
        select coalesce(json_agg(json_build_object('code', b.code, 'name', b.name) order by b.name), '[]')
        from ${branch} b where ${promotion.branches} ? b.code)`,
      dateFrom: sqlDate(firstDay),
      dateTo: sqlDate(lastDay),
    })
    .from(promotion)
    .leftJoin(programme, eq(programme.code, promotion.programme))
    .where(
      and(
        sql`to_date(${toDate(now)}, 'YYYYMMDD') between ${firstDay} and ${lastDay}`,
        sql`(${promotion.programme} is null or exists (
          select from loyalty l where l.person_id = ${personId} and l.ended_at is null
            and l.programme = ${promotion.programme}))`,
      ),
    )
    .orderBy(desc(firstDay), desc(createdAt), desc(id))
}

/** A promotion before it is stored. */
export type NewPromotion = typeof promotion.$inferSelect

/**
 * Stores a promotion once. A repeat with the same content changes nothing, on a later day too.
 * @returns why it is not stored; undefined when it is, now or before
 */
export async function storePromotion(
  db: Db,
  draft: NewPromotion,
): Promise<'unknownProgramme' | 'unknownBranch' | 'idTaken' | undefined> {
  const { id, programme: code, branches } = draft
  if (code !== null && !(await db.$count(programme, eq(programme.code, code))))
    return 'unknownProgramme'
  if ((await db.$count(branch, inArray(branch.code, branches))) < branches.length)
    return 'unknownBranch'
  await db.insert(promotion).values(draft).onConflictDoNothing()
  const [stored] = await db.select().from(promotion).where(eq(promotion.id, id))
  const { firstDay, createdAt } = stored ?? draft
  return isDeepStrictEqual(stored, { ...draft, firstDay, createdAt }) ? undefined : 'idTaken'
}
