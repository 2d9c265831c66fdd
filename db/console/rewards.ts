import { and, eq, gte, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { RewardState } from '#contract/console/rewardKind.ts'
import { toDate } from '#contract/dates.ts'
import { type AuditEntry, appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { type Listed, listed } from '#db/core/listed.ts'
import { keyset, type PageQuery } from '#db/core/pagination.ts'
import { sqlDate, sqlDay } from '#db/core/sqlTimestamps.ts'
import { type By, type Proposal, rewardDetail } from '#db/proposals/proposals.ts'
import { proposal } from '#db/tables/proposals.ts'
import { redemption, reward } from '#db/tables/redemptions.ts'
import { branch } from '#db/tables/stations.ts'

type Row = typeof reward.$inferSelect
/** A reward or a proposal; its days are `yyyyMMdd`. */
export type ListedReward = Omit<Row, 'endedAt'> & { state: RewardState; stations: string[] }

const stationNames = (branches: SQL | AnyPgColumn) =>
  sql<string[]>`(select coalesce(json_agg(b.name order by b.name), '[]')
    from ${branch} b where ${branches} ? b.code)`.as('stations')

/** Rewards and proposals that did not become one, those that begin last first. */
export function rewardsLike(
  db: Db,
  filter: { state?: RewardState; programme?: string; code?: string; now: Date },
  page: PageQuery,
): Listed<ListedReward> {
  const { state, programme, code, now } = filter
  const today = sql`to_date(${toDate(now)}, 'YYYYMMDD')`
  const stateNow = sql<RewardState>`case when ${reward.endedAt} is not null or ${reward.lastDay} < ${today} then 'ended'
    when ${reward.firstDay} > ${today} then 'coming' else 'inForce' end`
  const part = (name: keyof Row) => sql<string>`(${proposal.content} ->> ${name})`
  const stored = db
    .select({
      code: reward.code,
      programme: reward.programme,
      title: reward.title,
      text: reward.text,
      points: reward.points,
      discount: reward.discount,
      branches: reward.branches,
      firstDay: sqlDate(reward.firstDay).as('first_day'),
      lastDay: sqlDate(reward.lastDay).as('last_day'),
      validDays: reward.validDays,
      state: stateNow.as('state'),
      stations: stationNames(reward.branches),
    })
    .from(reward)
  const branches = sql<string[]>`(${proposal.content} -> 'branches')`
  const proposed = db
    .select({
      code: proposal.subject,
      programme: part('programme'),
      title: part('title'),
      text: part('text'),
      points: sql<number>`${part('points')}::int`,
      discount: sql<number>`${part('discount')}::bigint`,
      branches,
      firstDay: sql<string>`replace(${part('firstDay')}, '-', '')`,
      lastDay: sql<string>`replace(${part('lastDay')}, '-', '')`,
      validDays: sql<number>`${part('validDays')}::int`,
      state: sql<RewardState>`${proposal.state}`,
      stations: stationNames(branches),
    })
    .from(proposal)
    .where(and(eq(proposal.kind, 'reward'), ne(proposal.state, 'confirmed')))
  const all = unionAll(stored, proposed).as('rewards')
  const order = keyset({ at: all.firstDay, id: all.code })
  const { by, after } = order.of(page)
  return listed(
    db
      .select()
      .from(all)
      .where(
        and(
          state && eq(all.state, state),
          programme ? eq(all.programme, programme) : undefined,
          code ? eq(all.code, code) : undefined,
          after(page.after && { ...page.after, at: toDate(page.after.at) }),
        ),
      )
      .orderBy(by)
      .limit(page.count),
  )
}

/** How often a reward was taken on the days since an instant, and what became of that; a day without any is left out. */
export const takenByDay = (db: Db, code: string, from: Date) => {
  const counted = (states: SQL) =>
    sql<number>`count(*) filter (where ${redemption.state} in ${states})::int`
  return db
    .select({
      day: sql<string>`to_char(${sqlDay(redemption.createdAt)}, 'YYYYMMDD')`,
      taken: sql<number>`count(*)::int`,
      captured: counted(sql`('captured')`),
      givenBack: counted(sql`('released', 'expired', 'reversed')`),
    })
    .from(redemption)
    .where(and(eq(redemption.rewardCode, code), gte(redemption.createdAt, from)))
    .groupBy(sql`1`)
}

/** Makes a confirmed proposal a reward. */
export async function storeConfirmedReward(
  tx: Db,
  { subject, content }: Proposal<'reward'>,
  by: By,
): Promise<void> {
  await tx.insert(reward).values({ ...content, code: subject })
  await record(tx, 'storeReward', subject, by, rewardDetail(content))
}

/** Ends a reward: it cannot be taken any more, and its vouchers stay. @returns false when it had ended */
export async function endReward(tx: Db, code: string, by: By): Promise<boolean> {
  const ended = await tx
    .update(reward)
    .set({ endedAt: by.now })
    .where(and(eq(reward.code, code), isNull(reward.endedAt)))
  if (!ended.rowCount) return false
  await record(tx, 'endReward', code, by)
  return true
}

const record = (
  tx: Db,
  action: string,
  subject: string,
  { actorId, now: at }: By,
  detail: AuditEntry['detail'] = {},
) => appendAuditEntry(tx, { actorId, action, subject, detail, at })
