import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { PROPOSAL_STATES } from '#contract/console/proposals.ts'
import { instant } from '#db/tables/columns.ts'

/**
 * What one operator proposes and another one confirms before it has an effect. `kind` decides what the
 * subject is and what the content means.
 */
export const proposal = pgTable(
  'proposal',
  (c) => ({
    /** Of a rule, a reward and a posting: the id that it gets when the proposal is confirmed. */
    id: c.uuid('id').primaryKey(),
    kind: c.text('kind', { enum: ['rule', 'reward', 'adjustment', 'role'] }).notNull(),
    /** The id of the rule or reward, the code of the loyalty, or the id of the person. */
    subject: c.text('subject').notNull(),
    content: c.jsonb('content').notNull(),
    state: c.text('state', { enum: PROPOSAL_STATES }).notNull().default('waiting'),
    proposedBy: c.uuid('proposed_by').notNull(),
    proposedAt: instant('proposed_at').notNull(),
    /** Who confirmed, rejected or withdrew it; null while it waits, and for an adjustment that needs no second operator. */
    decidedBy: c.uuid('decided_by'),
    decidedAt: instant('decided_at'),
  }),
  (t) => [
    index('proposal_of_subject').on(t.kind, t.subject, t.proposedAt),
    index('proposal_waiting').on(t.kind, t.proposedAt).where(sql`state = 'waiting'`),
    uniqueIndex('proposal_of_role').on(t.subject).where(sql`kind = 'role' and state = 'waiting'`),
    // L15: another operator confirms or rejects, the own one withdraws.
    check(
      'proposal_second',
      sql`case ${t.state} when 'waiting' then ${t.decidedBy} is null
        when 'withdrawn' then coalesce(${t.decidedBy} = ${t.proposedBy}, false)
        else coalesce(${t.decidedBy} <> ${t.proposedBy}, ${t.kind} = 'adjustment' and ${t.state} = 'confirmed') end`,
    ),
    // S16: whom a change of a role is about does not decide on it.
    check(
      'proposal_role',
      sql`${t.kind} <> 'role' or ${t.state} = 'waiting' or ${t.decidedBy}::text <> ${t.subject}`,
    ),
  ],
)
