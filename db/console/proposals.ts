import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { rewardProposal } from '#db/tables/redemptions.ts'
import type { ruleProposal } from '#db/tables/ruleProposals.ts'

/** What becomes of a proposal that waits: another operator confirms or rejects it, its own withdraws it. */
export type Decision = 'confirmed' | 'rejected' | 'withdrawn'

/** The change of a proposal by a decision, and the condition that it waits and the operator may decide so. */
export const decisionOn = (
  proposal: typeof ruleProposal | typeof rewardProposal,
  state: Decision,
  { actorId, now }: { actorId: string; now: Date },
): {
  set: { state: Decision; decidedBy: string; decidedAt: Date }
  where: SQL | undefined
} => ({
  set: { state, decidedBy: actorId, decidedAt: now },
  where: and(
    eq(proposal.state, 'waits'),
    (state === 'withdrawn' ? eq : ne)(proposal.proposedBy, actorId),
  ),
})
