import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { RuleState } from '#contract/console/ruleKind.ts'
import { DAY_MS } from '#contract/dates.ts'
import type { Db } from '#db/core/db.ts'
import { type Listed, listed } from '#db/core/listed.ts'
import { keyset, type PageQuery } from '#db/core/pagination.ts'
import { isUuid } from '#db/core/uuid.ts'
import type { Rule } from '#db/loyalty/accrual.ts'
import { endRule, insertRules, withValidity } from '#db/loyalty/accrualRules.ts'
import { simulateRules } from '#db/loyalty/simulateRules.ts'
import type { By, Proposal } from '#db/proposals/proposals.ts'
import { pointsRule } from '#db/tables/loyalties.ts'
import { proposal } from '#db/tables/proposals.ts'
import { saleEvent } from '#db/tables/sales.ts'

export type ListedRule = Rule & {
  id: string
  state: RuleState
  /** Of a proposal that begins no rule: it ends one. */
  onlyEnds: boolean
}

/** Rules and proposals that did not become one, those that begin last first. */
export function rulesLike(
  db: Db,
  { state, id, now }: { state?: RuleState; id?: string; now: Date },
  page: PageQuery,
): Listed<ListedRule> {
  const rule = sql`${proposal.content} -> 'rule'`
  const part = (name: string): SQL => sql`${rule} ->> ${name}`
  const stateNow = sql<RuleState>`case when ${pointsRule.validFrom} > ${now}::timestamptz then 'coming'
    when ${pointsRule.validUntil} <= ${now}::timestamptz then 'ended' else 'inForce' end`
  const stored = db
    .select({
      id: pointsRule.id,
      programme: pointsRule.programme,
      product: pointsRule.product,
      weekdays: pointsRule.weekdays,
      hourFrom: pointsRule.hourFrom,
      hourUntil: pointsRule.hourUntil,
      means: pointsRule.means,
      perLitre: pointsRule.perLitre,
      perHundred: pointsRule.perHundred,
      validFrom: pointsRule.validFrom,
      validUntil: pointsRule.validUntil,
      state: stateNow.as('state'),
      onlyEnds: sql<boolean>`false`.as('only_ends'),
    })
    .from(pointsRule)
  const proposed = db
    .select({
      id: proposal.id,
      programme: sql<string>`${part('programme')}`,
      product: sql<string>`${part('product')}`,
      weekdays: sql<number[]>`${rule} -> 'weekdays'`,
      hourFrom: sql<number>`(${part('hourFrom')})::int`,
      hourUntil: sql<number>`(${part('hourUntil')})::int`,
      means: sql<Rule['means']>`${rule} -> 'means'`,
      perLitre: sql<number>`(${part('perLitre')})::int`,
      perHundred: sql<number>`(${part('perHundred')})::int`,
      validFrom: sql<Date>`(${proposal.content} ->> 'validFrom')::timestamptz`,
      validUntil: sql<Date | null>`(${proposal.content} ->> 'validUntil')::timestamptz`,
      state: sql<RuleState>`${proposal.state}`,
      onlyEnds: sql<boolean>`${proposal.content} @> '{"onlyEnds": true}'`,
    })
    .from(proposal)
    .where(and(eq(proposal.kind, 'rule'), ne(proposal.state, 'confirmed')))
  const all = unionAll(stored, proposed).as('rules')
  const order = keyset({ at: all.validFrom, id: all.id })
  const { by, after } = order.of(page)
  // An action reads the rule of the id that it got.
  const ofId = id === undefined ? undefined : isUuid(id) ? eq(all.id, id) : sql`false`
  return listed(
    db
      .select()
      .from(all)
      .where(and(state && eq(all.state, state), ofId, after(page.after)))
      .orderBy(by)
      .limit(page.count),
  )
}

/**
 * Makes a confirmed proposal a rule of the same id, and ends the one that it replaces where it begins.
 * @returns false when that one ends before, or is over
 */
export async function storeConfirmedRule(
  tx: Db,
  { id, content }: Proposal<'rule'>,
  by: By,
): Promise<boolean> {
  const { rule, validFrom, validUntil, ends, onlyEnds } = content
  if (ends && !(await endRule(tx, ends, new Date(validFrom), by))) return false
  if (onlyEnds) return true
  const valid = withValidity(rule, new Date(validFrom), validUntil ? new Date(validUntil) : null)
  await insertRules(tx, [{ ...valid, id }], by)
  return true
}

/** Days whose sales are counted for a rule, and the sales beyond which they are not. */
const [COUNTED_DAYS, MAX_SALES] = [30, 20_000]
/** What a rule gave in the last 30 days; null when the sales of the network are too many to count while a page is read. */
export async function givenBy(db: Db, id: string, now: Date) {
  const from = new Date(now.getTime() - COUNTED_DAYS * DAY_MS)
  const { rows } = await db.execute<{ sales: number }>(sql`
    select count(*)::int as sales from (
      select from ${saleEvent} where kind = 'sale' and at >= ${from} and at < ${now}
      order by at desc limit ${MAX_SALES + 1}) newest`)
  if ((rows[0]?.sales ?? 0) > MAX_SALES) return null
  const counted = await simulateRules(db, [], { from, to: now })
  const own = counted?.rules.find(({ rule }) => 'id' in rule && rule.id === id)
  return (
    counted && {
      points: own?.pointsBefore ?? 0,
      sales: own?.sales ?? 0,
      members: own?.members ?? 0,
    }
  )
}
