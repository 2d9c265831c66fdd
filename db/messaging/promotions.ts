import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { toDate } from '#contract/dates.ts'
import type { Promotion } from '#contract/entities/promotion.ts'
import type { Db } from '#db/core/db.ts'
import { sqlDate } from '#db/core/sqlTimestamps.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { programme } from '#db/tables/loyalties.ts'
import { promotion } from '#db/tables/messaging.ts'
import { branch } from '#db/tables/stations.ts'

/** Promotions as drivers see them. */
const seenPromotions = (db: Db) => {
  const { id, title, text, imageUrl, url, firstDay, lastDay } = promotion
  return db
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
}

/** The promotions in force on the day of `now` that a person may use, newest first. */
export async function promotionsFor(db: Db, personId: string, now: Date): Promise<Promotion[]> {
  const { firstDay, lastDay, createdAt, id } = promotion
  return await seenPromotions(db)
    .where(
      and(
        whereEquals(promotion, { draft: false }),
        isNull(promotion.endedAt),
        sql`to_date(${toDate(now)}, 'YYYYMMDD') between ${firstDay} and ${lastDay}`,
        sql`(${promotion.programme} is null or exists (
          select from loyalty l where l.person_id = ${personId} and l.ended_at is null
            and l.programme = ${promotion.programme}))`,
      ),
    )
    .orderBy(desc(firstDay), desc(createdAt), desc(id))
}

/** A promotion as drivers see it once it is published; undefined for an unknown id. */
export const seenPromotion = async (db: Db, id: string): Promise<Promotion | undefined> =>
  (await seenPromotions(db).where(eq(promotion.id, id)))[0]

/** Codes and names of the programmes that a promotion may be for. */
export const programmeNames = (db: Db) =>
  db
    .select({ value: programme.code, label: programme.name })
    .from(programme)
    .orderBy(programme.name)

type Row = typeof promotion.$inferSelect
/** What an operator writes of a promotion. */
export type PromotionContent = Pick<
  Row,
  'title' | 'text' | 'imageUrl' | 'programme' | 'branches' | 'firstDay' | 'lastDay' | 'url'
>
/** What an operator changes of one; without `imageUrl` it keeps its picture. */
type ChangedContent = Omit<PromotionContent, 'imageUrl'> & { imageUrl?: string }
/** A promotion before it is stored; left out: no draft. */
export type NewPromotion = PromotionContent &
  Pick<Row, 'id' | 'createdAt'> &
  Partial<Pick<Row, 'draft'>>

/** @returns what the content names that does not exist; undefined for nothing */
export async function unknownPart(
  db: Db,
  { programme: code, branches }: Pick<PromotionContent, 'programme' | 'branches'>,
): Promise<'unknownProgramme' | 'unknownBranch' | undefined> {
  if (code !== null && !(await db.$count(programme, eq(programme.code, code))))
    return 'unknownProgramme'
  if ((await db.$count(branch, inArray(branch.code, branches))) < branches.length)
    return 'unknownBranch'
  return undefined
}

/**
 * Stores a promotion once. A repeat with the same content changes nothing, on a later day too.
 * @returns why it is not stored; undefined when it is, now or before
 */
export async function storePromotion(
  db: Db,
  draft: NewPromotion,
): Promise<'unknownProgramme' | 'unknownBranch' | 'idTaken' | undefined> {
  const unknown = await unknownPart(db, draft)
  if (unknown) return unknown
  await db.insert(promotion).values(draft).onConflictDoNothing()
  const [stored] = await db.select().from(promotion).where(eq(promotion.id, draft.id))
  const { firstDay, createdAt } = stored ?? draft
  return isDeepStrictEqual(stored, { ...stored, ...draft, firstDay, createdAt })
    ? undefined
    : 'idTaken'
}

/**
 * Gives a draft another content.
 * @returns why it is not changed: `gone` when it is no draft any more; undefined when it is
 */
export async function changeDraft(
  db: Db,
  id: string,
  content: ChangedContent,
): Promise<'unknownProgramme' | 'unknownBranch' | 'gone' | undefined> {
  const unknown = await unknownPart(db, content)
  if (unknown) return unknown
  const drafts = whereEquals(promotion, { id, draft: true })
  return (await db.update(promotion).set(content).where(drafts)).rowCount ? undefined : 'gone'
}
