import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { toDate } from '#contract/dates.ts'
import type { Reward } from '#contract/entities/redemption.ts'
import type { Db } from '#db/core/db.ts'
import { sqlDate } from '#db/core/sqlTimestamps.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { spendablePoints } from '#db/loyalty/pointsSummary.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'
import { loyalty, programme } from '#db/tables/loyalties.ts'
import { reward } from '#db/tables/redemptions.ts'
import { branch } from '#db/tables/stations.ts'

/** Codes and names of the stations of a reward, as JSON; empty: all. */
export const rewardBranches = sql<Reward['branches']>`(
  select coalesce(json_agg(json_build_object('code', b.code, 'name', b.name) order by b.name), '[]')
  from ${branch} b where ${reward.branches} ? b.code)`

const isInForce = (now: Date): SQL =>
  sql`(to_date(${toDate(now)}, 'YYYYMMDD') between ${reward.firstDay} and ${reward.lastDay}
    and ${reward.endedAt} is null)`

/** What the points of an own loyalty in force are worth, and what they can be spent on. */
export async function rewardsFor(
  db: Db,
  own: { personId: string; loyaltyCode: string },
  now: Date,
): Promise<{ spendablePoints: number; pointValue: number; rewards: Reward[] } | undefined> {
  const { loyaltyCode: code, personId } = own
  const [member] = await db
    .select({
      programme: loyalty.programme,
      pointValue: programme.pointValue,
      spendablePoints: spendablePoints(now),
    })
    .from(loyalty)
    .innerJoin(programme, eq(programme.code, loyalty.programme))
    .innerJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
    .where(whereEquals(loyalty, { code, personId, endedAt: null }))
  if (!member) return undefined
  const { programme: ofProgramme, ...points } = member
  const { title, text, discount, validDays, firstDay, lastDay } = reward
  const rows = await db
    .select({
      code: reward.code,
      title,
      text,
      points: reward.points,
      discount,
      branches: rewardBranches,
      dateFrom: sqlDate(firstDay),
      dateTo: sqlDate(lastDay),
      validDays,
    })
    .from(reward)
    .where(and(eq(reward.programme, ofProgramme), isInForce(now)))
    .orderBy(asc(reward.points), asc(reward.code))
  const rewards = rows.map((row) => ({ ...row, affordable: row.points <= points.spendablePoints }))
  return { ...points, rewards }
}

/** The three cheapest rewards that can be taken now, by programme; those of all stations before others. */
export async function cheapestRewards(db: Db, now: Date) {
  const everywhere = sql<boolean>`${reward.branches} = '[]'`
  const rows = await db
    .select({ programme: reward.programme, title: reward.title, points: reward.points, everywhere })
    .from(reward)
    .where(isInForce(now))
    .orderBy(sql`${everywhere} desc`, asc(reward.points), asc(reward.code))
  const byProgramme = Map.groupBy(rows, (row) => row.programme)
  return new Map(
    [...byProgramme].map(([code, all]) => [
      code,
      all
        .slice(0, 3)
        .map((row) => ({ title: row.title, points: row.points, everywhere: row.everywhere })),
    ]),
  )
}

/** A reward that can be taken now by the members of a programme, at a station if one is given. */
export async function rewardInForce(
  db: Db,
  ask: { code: string; programme: string; branchCode?: string },
  now: Date,
): Promise<typeof reward.$inferSelect | undefined> {
  const { branchCode, ...of } = ask
  const [found] = await db
    .select()
    .from(reward)
    .where(and(whereEquals(reward, of), isInForce(now)))
  return found && (!branchCode || isGivenAt(found, branchCode)) ? found : undefined
}

/** Whether a reward is given at a station. */
export const isGivenAt = ({ branches }: { branches: string[] }, branchCode: string): boolean =>
  branches.length === 0 || branches.includes(branchCode)
