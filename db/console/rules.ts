import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { RuleState } from '#contract/console/ruleKind.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { type Decision, decisionOn } from '#db/console/proposals.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { keyset, type PageQuery } from '#db/core/pagination.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import type { Rule } from '#db/loyalty/accrual.ts'
import { insertRules, withValidity } from '#db/loyalty/accrualRules.ts'
import { pointsRule } from '#db/tables/loyalties.ts'
import { ruleProposal } from '#db/tables/ruleProposals.ts'

type RuleProposal = typeof ruleProposal.$inferSelect
export type ListedRule = Rule & { id: string; state: RuleState }

/** Rules and proposals that did not become one, those that begin last first. */
export async function rulesLike(
  db: Db,
  { state, id, now }: { state?: RuleState; id?: string; now: Date },
  { count, after }: PageQuery,
): Promise<ListedRule[]> {
  const part = (name: string): SQL => sql`${ruleProposal.rule} ->> ${name}`
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
      id: ruleProposal.id,
      programme: sql<string>`${part('programme')}`,
      product: sql<string>`${part('product')}`,
      weekdays: sql<number[]>`${ruleProposal.rule} -> 'weekdays'`,
      hourFrom: sql<number>`(${part('hourFrom')})::int`,
      hourUntil: sql<number>`(${part('hourUntil')})::int`,
      means: sql<Rule['means']>`${ruleProposal.rule} -> 'means'`,
      perLitre: sql<number>`(${part('perLitre')})::int`,
      perHundred: sql<number>`(${part('perHundred')})::int`,
      validFrom: ruleProposal.validFrom,
      validUntil: ruleProposal.validUntil,
      state: sql<RuleState>`${ruleProposal.state}`,
    })
    .from(ruleProposal)
    .where(ne(ruleProposal.state, 'confirmed'))
  const all = unionAll(stored, proposed).as('rules')
  const order = keyset({ at: all.validFrom, id: all.id })
  return await db
    .select()
    .from(all)
    .where(and(state && eq(all.state, state), id ? eq(all.id, id) : undefined, order.after(after)))
    .orderBy(order.by)
    .limit(count)
}

/** The proposal of an id, also of one that became a rule; undefined for a rule that was never proposed. */
export const ruleProposalOf = async (db: Db, id: string): Promise<RuleProposal | undefined> =>
  (await db.select().from(ruleProposal).where(whereEquals(ruleProposal, { id })))[0]

/** Stores a proposal; a repeat with its id stores nothing. */
export async function proposeRule(
  db: Db,
  proposal: Omit<RuleProposal, 'state' | 'decidedBy' | 'decidedAt'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = { ...proposal, state: 'waits' as const }
    const made = await tx.insert(ruleProposal).values(row).onConflictDoNothing().returning()
    if (made.length === 0) return
    const { id: subject, proposedBy: actorId, proposedAt: at, rule } = proposal
    const { programme, product, perLitre, perHundred } = rule
    const detail = { programme, product, perLitre, perHundred }
    await appendAuditEntry(tx, { actorId, action: 'proposeRule', subject, detail, at })
  })
}

/**
 * Decides on a proposal once: confirmed it becomes a rule.
 * @returns false when it does not wait any more, or the operator may not take this decision
 */
export async function decideRule(
  db: Db,
  id: string,
  to: Decision,
  { actorId, now }: { actorId: string; now: Date },
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const { set, where } = decisionOn(ruleProposal, to, { actorId, now })
    const [decided] = await tx
      .update(ruleProposal)
      .set(set)
      .where(and(eq(ruleProposal.id, id), where))
      .returning()
    if (!decided) return false
    const { rule, validFrom, validUntil } = decided
    const by = { actorId, now }
    if (to === 'confirmed')
      await insertRules(tx, [{ ...withValidity(rule, validFrom, validUntil), id }], by)
    else
      await appendAuditEntry(tx, {
        actorId,
        action: to === 'rejected' ? 'rejectRule' : 'withdrawRule',
        subject: id,
        detail: {},
        at: now,
      })
    return true
  })
}
