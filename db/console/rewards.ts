import { and, eq, gte, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { RewardState } from '#contract/console/rewardKind.ts'
import { toDate } from '#contract/dates.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { type Decision, decisionOn } from '#db/console/proposals.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { keyset, type PageQuery } from '#db/core/pagination.ts'
import { sqlDate, sqlDay } from '#db/core/sqlTimestamps.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { unknownPart } from '#db/messaging/promotions.ts'
import { redemption, reward, rewardProposal } from '#db/tables/redemptions.ts'
import { branch } from '#db/tables/stations.ts'

type Row = typeof reward.$inferSelect
type RewardProposal = typeof rewardProposal.$inferSelect
/** What an operator writes of a reward; its days are `yyyy-MM-dd`. */
type RewardContent = Omit<Row, 'code' | 'endedAt'>
/** A reward or a proposal; its days are `yyyyMMdd`. */
export type ListedReward = Omit<Row, 'endedAt'> & { state: RewardState; stations: string[] }
interface By {
  actorId: string
  now: Date
}

/** The columns of a listed reward, from the table of rewards or of proposals. */
const listed = (table: typeof reward | typeof rewardProposal, state: SQL<RewardState>) => ({
  code: table.code,
  programme: table.programme,
  title: table.title,
  text: table.text,
  points: table.points,
  discount: table.discount,
  branches: table.branches,
  firstDay: sqlDate(table.firstDay).as('first_day'),
  lastDay: sqlDate(table.lastDay).as('last_day'),
  validDays: table.validDays,
  state: state.as('state'),
  stations: sql<string[]>`(select coalesce(json_agg(b.name order by b.name), '[]')
    from ${branch} b where ${table.branches} ? b.code)`.as('stations'),
})

/** Rewards and proposals that did not become one, those that begin last first. */
export async function rewardsLike(
  db: Db,
  filter: { state?: RewardState; programme?: string; code?: string; now: Date },
  { count, after }: PageQuery,
): Promise<ListedReward[]> {
  const { state, programme, code, now } = filter
  const today = sql`to_date(${toDate(now)}, 'YYYYMMDD')`
  const stateNow = sql<RewardState>`case when ${reward.endedAt} is not null or ${reward.lastDay} < ${today} then 'ended'
    when ${reward.firstDay} > ${today} then 'coming' else 'inForce' end`
  const all = unionAll(
    db.select(listed(reward, stateNow)).from(reward),
    db
      .select(listed(rewardProposal, sql`${rewardProposal.state}`))
      .from(rewardProposal)
      .where(ne(rewardProposal.state, 'confirmed')),
  ).as('rewards')
  const order = keyset({ at: all.firstDay, id: all.code })
  return await db
    .select()
    .from(all)
    .where(
      and(
        state && eq(all.state, state),
        programme ? eq(all.programme, programme) : undefined,
        code ? eq(all.code, code) : undefined,
        order.after(after && { ...after, at: toDate(after.at) }),
      ),
    )
    .orderBy(order.by)
    .limit(count)
}

/** The proposal of a code, also of one that became a reward; undefined for a reward that was never proposed. */
export const rewardProposalOf = async (db: Db, code: string): Promise<RewardProposal | undefined> =>
  (await db.select().from(rewardProposal).where(whereEquals(rewardProposal, { code })))[0]

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

/** What the audit keeps of a reward. */
const detailOf = (content: RewardContent) => ({
  programme: content.programme,
  conditions: JSON.stringify([
    content.title,
    content.points,
    content.discount,
    content.validDays,
    content.branches,
  ]),
  validFrom: content.firstDay,
  validUntil: content.lastDay,
})

/**
 * Stores a proposal; a repeat with its code stores nothing.
 * @returns what it names that does not exist; undefined when it is stored
 */
export async function proposeReward(
  db: Db,
  code: string,
  content: RewardContent,
  { actorId, now }: By,
): Promise<Awaited<ReturnType<typeof unknownPart>>> {
  return await inTransaction(db, async (tx) => {
    const unknown = await unknownPart(tx, content)
    if (unknown) return unknown
    const row = { ...content, code, state: 'waits' as const, proposedBy: actorId, proposedAt: now }
    const made = await tx.insert(rewardProposal).values(row).onConflictDoNothing().returning()
    if (made.length > 0)
      await record(tx, 'proposeReward', code, { actorId, now }, detailOf(content))
    return undefined
  })
}

/**
 * Decides on a proposal once: confirmed it becomes a reward.
 * @returns false when it does not wait any more, or the operator may not take this decision
 */
export async function decideReward(db: Db, code: string, to: Decision, by: By): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const { set, where } = decisionOn(rewardProposal, to, by)
    const [decided] = await tx
      .update(rewardProposal)
      .set(set)
      .where(and(eq(rewardProposal.code, code), where))
      .returning()
    if (!decided) return false
    if (to === 'confirmed') await tx.insert(reward).values(decided)
    await record(tx, DECIDED[to], code, by, to === 'confirmed' ? detailOf(decided) : {})
    return true
  })
}
const DECIDED: Readonly<Record<Decision, string>> = {
  confirmed: 'storeReward',
  rejected: 'rejectReward',
  withdrawn: 'withdrawReward',
}

/** Ends a reward: it cannot be taken any more, and its vouchers stay. @returns false when it had ended */
export async function endReward(db: Db, code: string, by: By): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const ended = await tx
      .update(reward)
      .set({ endedAt: by.now })
      .where(and(eq(reward.code, code), isNull(reward.endedAt)))
    if (!ended.rowCount) return false
    await record(tx, 'endReward', code, by, {})
    return true
  })
}

const record = (
  tx: Db,
  action: string,
  subject: string,
  { actorId, now: at }: By,
  detail: Record<string, string>,
) => appendAuditEntry(tx, { actorId, action, subject, detail, at })
