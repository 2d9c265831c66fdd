import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { REFUND_KINDS, RefundReason } from '#contract/console/paymentRefund.ts'
import type { Simulation } from '#contract/console/ruleKind.ts'
import type { ProposedRule } from '#contract/entities/accrualRule.ts'
import type { AdjustmentReason } from '#contract/entities/pointsAdjustment.ts'
import type { RoleCode } from '#contract/roles.ts'
import { lockAdministrators } from '#db/accounts/roles.ts'
import { type AuditEntry, appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { fullName } from '#db/core/fullName.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import type { Sums } from '#db/imports/sums.ts'
import { person } from '#db/tables/people.ts'
import { proposal } from '#db/tables/proposals.ts'
import type { reward } from '#db/tables/redemptions.ts'

/** What is proposed, by the kind of the proposal. */
interface Contents {
  rule: {
    rule: ProposedRule
    /** Instants in ISO 8601; no end with null. */
    validFrom: string
    validUntil: string | null
    /** What past sales would have given with it; null: they were too many, or it begins none. */
    simulation: Simulation | null
    /** The rule that ends where this one begins; left out: none. */
    ends?: string
    /** Whether no rule begins: the proposal only ends the one. */
    onlyEnds?: boolean
  }
  /** Days are `yyyy-MM-dd`. */
  reward: Omit<typeof reward.$inferSelect, 'code' | 'endedAt'>
  adjustment: {
    /** Below 0: taken. */
    points: number
    reason: AdjustmentReason
    /** Words for the operators. */
    observations: string
  }
  /** The role that the person gets in place of theirs. */
  role: { role: RoleCode }
  refund: {
    kind: (typeof REFUND_KINDS)[number]
    /** Cents in the currency of the charge; of a void the whole charge. */
    amount: number
    reason: RefundReason
    /** Words for the operators. */
    observations: string
  }
  /** Why a debt is voided, and its amount in cents. */
  debtVoid: { text: string; amount: number }
  /** What an uploaded file of a kind makes. */
  import: Sums & { kind: string }
}
export type ProposalKind = keyof Contents
type Row = typeof proposal.$inferSelect
export type Proposal<K extends ProposalKind> = Omit<Row, 'kind' | 'content'> & {
  kind: K
  content: Contents[K]
}

/** What becomes of a proposal that waits. */
export type Decision = Exclude<Row['state'], 'waiting'>
/** The operator who proposes or decides, and when. */
export interface By {
  actorId: string
  now: Date
}

/** The audit's names of the kinds, after the verb. */
const NAMES: Record<ProposalKind, string> = {
  rule: 'Rule',
  reward: 'Reward',
  adjustment: 'Adjustment',
  role: 'Role',
  refund: 'Refund',
  import: 'Import',
  debtVoid: 'DebtVoid',
}
type Detail = AuditEntry['detail']
/** What the audit tells of the content. */
const DETAILS: { [K in ProposalKind]: (content: Contents[K], subject: string) => Detail } = {
  rule: ({ rule: { programme, product, perLitre, perHundred } }) => ({
    programme,
    product,
    perLitre,
    perHundred,
  }),
  reward: rewardDetail,
  adjustment: ({ points, reason }, loyaltyCode) => ({ loyaltyCode, points, reason }),
  role: ({ role }) => ({ role }),
  refund: ({ amount, reason }, attempt) => ({ attempt, amount, reason }),
  import: (content) => content,
  debtVoid: ({ amount }) => ({ amount }),
}

/** What the audit tells of a reward. */
export function rewardDetail(content: Contents['reward']): Detail {
  const { title, points, discount, validDays, branches } = content
  return {
    programme: content.programme,
    conditions: JSON.stringify([title, points, discount, validDays, branches]),
    validFrom: content.firstDay,
    validUntil: content.lastDay,
  }
}

/**
 * Stores a proposal.
 * @param state `confirmed` for what needs no second operator, whose effect has its own audit entry
 * @returns false when one of a role, a refund, a file or a debt waits about the same subject
 */
export async function propose<K extends ProposalKind>(
  tx: Db,
  made: Pick<Proposal<K>, 'id' | 'kind' | 'subject' | 'content'>,
  by: By,
  state: 'waiting' | 'confirmed' = 'waiting',
): Promise<boolean> {
  const row = { ...made, state, proposedBy: by.actorId, proposedAt: by.now }
  const { rowCount } = await tx.insert(proposal).values(row).onConflictDoNothing()
  if (!rowCount) return false
  if (state === 'waiting') await appendAuditEntry(tx, proposalEntry('propose', made, by))
  return true
}

/**
 * Decides on a proposal once. Its row stays locked: of two decisions one counts. What confirmed it
 * means is the caller's, in the same transaction.
 * @returns `decided` when it does not wait any more; `own` when the operator proposed it and does not
 * withdraw it, or withdraws that of another one; `left` when its proposer no longer administers the network (S16)
 */
export async function decide<K extends ProposalKind>(
  tx: Db,
  { kind, id }: { kind: K; id: string },
  to: Decision,
  by: By,
): Promise<Proposal<K> | 'decided' | 'own' | 'left'> {
  const administrators = to === 'confirmed' ? await lockAdministrators(tx) : []
  const wanted = and(eq(proposal.kind, kind), eq(proposal.id, id))
  const [row] = await tx.select().from(proposal).where(wanted).for('update')
  const found = row as Proposal<K> | undefined
  if (found?.state !== 'waiting') return 'decided'
  if ((found.proposedBy === by.actorId) !== (to === 'withdrawn')) return 'own'
  if (to === 'confirmed' && !administrators.includes(found.proposedBy)) return 'left'
  const decided = { state: to, decidedBy: by.actorId, decidedAt: by.now }
  await tx.update(proposal).set(decided).where(eq(proposal.id, id))
  // What a confirmation changes has its own entry.
  if (to !== 'confirmed') {
    const verb = to === 'rejected' ? 'reject' : 'withdraw'
    await appendAuditEntry(tx, proposalEntry(verb, found, by))
  }
  return found
}

/** What the audit tells of a step of a proposal. */
export const proposalEntry = <K extends ProposalKind>(
  verb: 'propose' | 'reject' | 'withdraw',
  { id, kind, subject, content }: Pick<Proposal<K>, 'id' | 'kind' | 'subject' | 'content'>,
  { actorId, now: at }: By,
): AuditEntry => ({
  actorId,
  action: `${verb}${NAMES[kind]}`,
  // The page of a payment tells of its refunds in its own words.
  subject: kind === 'refund' ? id : subject,
  detail: DETAILS[kind](content, subject),
  at,
})

/** The newest proposals about subjects of a kind, those that wait first, with the names of who made each and who decided on it. */
export async function proposalsOf<K extends ProposalKind>(
  db: Db,
  kind: K,
  subjects: readonly string[],
  count: number,
): Promise<(Proposal<K> & { by: string; decider: string | null })[]> {
  const decider = alias(person, 'decider')
  const rows = await db
    .select({ proposal, by: fullName(person), decider: fullName(decider) })
    .from(proposal)
    .leftJoin(person, eq(person.id, proposal.proposedBy))
    .leftJoin(decider, eq(decider.id, proposal.decidedBy))
    .where(and(eq(proposal.kind, kind), inArray(proposal.subject, [...subjects])))
    .orderBy(sql`${proposal.state} = 'waiting' desc`, desc(proposal.proposedAt))
    .limit(count)
  return rows.map(({ proposal: found, ...names }) => ({ ...(found as Proposal<K>), ...names }))
}

/** The newest proposal about a subject, one that waits before others; undefined without one. */
export const proposalOf = async <K extends ProposalKind>(db: Db, kind: K, subject: string) =>
  (await proposalsOf(db, kind, [subject], 1))[0]

/** Rejects the refund of a charge that waits, because the charge ended: no operator decides on it any more. */
export async function rejectRefundOf(tx: Db, attemptId: string, decidedAt: Date): Promise<void> {
  const waits = whereEquals(proposal, { kind: 'refund', subject: attemptId, state: 'waiting' })
  await tx.update(proposal).set({ state: 'rejected', decidedAt }).where(waits)
}
