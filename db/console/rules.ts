import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { RuleState } from '#contract/console/ruleKind.ts'
import type { Db } from '#db/core/db.ts'
import { type Listed, listed } from '#db/core/listed.ts'
import { keyset, type PageQuery } from '#db/core/pagination.ts'
import type { Rule } from '#db/loyalty/accrual.ts'
import { insertRules, withValidity } from '#db/loyalty/accrualRules.ts'
import type { By, Proposal } from '#db/proposals/proposals.ts'
import { pointsRule } from '#db/tables/loyalties.ts'
import { proposal } from '#db/tables/proposals.ts'

export type ListedRule = Rule & { id: string; state: RuleState }

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
    })
    .from(proposal)
    .where(and(eq(proposal.kind, 'rule'), ne(proposal.state, 'confirmed')))
  const all = unionAll(stored, proposed).as('rules')
  const order = keyset({ at: all.validFrom, id: all.id })
  const { by, after } = order.of(page)
  return listed(
    db
      .select()
      .from(all)
      .where(and(state && eq(all.state, state), id ? eq(all.id, id) : undefined, after(page.after)))
      .orderBy(by)
      .limit(page.count),
  )
}

/** Makes a confirmed proposal a rule of the same id. */
export async function storeConfirmedRule(
  tx: Db,
  { id, content }: Proposal<'rule'>,
  by: By,
): Promise<void> {
  const { rule, validFrom, validUntil } = content
  const valid = withValidity(rule, new Date(validFrom), validUntil ? new Date(validUntil) : null)
  await insertRules(tx, [{ ...valid, id }], by)
}
