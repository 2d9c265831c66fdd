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
    /** Of a rule, reward, posting or refund: the id that it gets when the proposal is confirmed. */
    id: c.uuid('id').primaryKey(),
    kind: c
      .text('kind', {
        enum: ['rule', 'reward', 'adjustment', 'role', 'refund', 'import', 'debtVoid'],
      })
      .notNull(),
    /** The id of the rule or reward, the code of the loyalty, the id of the person, of the attempt or of the uploaded file, or the reference of the debt. */
    subject: c.text('subject').notNull(),
    content: c.jsonb('content').notNull(),
    state: c.text('state', { enum: PROPOSAL_STATES }).notNull().default('waiting'),
    proposedBy: c.uuid('proposed_by').notNull(),
    proposedAt: instant('proposed_at').notNull(),
    /**
     * Who confirmed, rejected or withdrew it. Null while it waits, for an adjustment or an import that needs no
     * second operator, and for a refund of a charge that ended meanwhile.
     */
    decidedBy: c.uuid('decided_by'),
    decidedAt: instant('decided_at'),
  }),
  (t) => [
    index('proposal_of_subject').on(t.kind, t.subject, t.proposedAt),
    index('proposal_waiting').on(t.kind, t.proposedAt).where(sql`state = 'waiting'`),
    // One at a time: two refunds that wait never take back more than was charged (P13).
    uniqueIndex('proposal_alone')
      .on(t.kind, t.subject)
      .where(sql`kind in ('role', 'refund', 'import', 'debtVoid') and state = 'waiting'`),
    // L15: another operator confirms or rejects, the own one withdraws.
    check(
      'proposal_second',
      sql`case ${t.state} when 'waiting' then ${t.decidedBy} is null
        when 'withdrawn' then coalesce(${t.decidedBy} = ${t.proposedBy}, false)
        else coalesce(${t.decidedBy} <> ${t.proposedBy}, (${t.kind}, ${t.state}) in (('adjustment', 'confirmed'), ('import', 'confirmed'), ('refund', 'rejected'))) end`,
    ),
    // S16: whom a change of a role is about does not decide on it.
    check(
      'proposal_role',
      sql`${t.kind} <> 'role' or ${t.state} = 'waiting' or ${t.decidedBy}::text <> ${t.subject}`,
    ),
  ],
)
