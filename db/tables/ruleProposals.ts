import { sql } from 'drizzle-orm'
import { check, pgTable } from 'drizzle-orm/pg-core'
import type { Simulation } from '#contract/console/ruleKind.ts'
import type { ProposedRule } from '#contract/entities/accrualRule.ts'
import { instant } from '#db/tables/columns.ts'

/** An accrual rule that an operator proposes. Confirmed by another operator it becomes a rule of the same id. */
export const ruleProposal = pgTable(
  'rule_proposal',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    rule: c.jsonb('rule').$type<ProposedRule>().notNull(),
    validFrom: instant('valid_from').notNull(),
    /** Exclusive; null: without an end. */
    validUntil: instant('valid_until'),
    /** What past sales would have given with it; null: they were too many. */
    simulation: c.jsonb('simulation').$type<Simulation>(),
    state: c.text('state', { enum: ['waits', 'confirmed', 'rejected', 'withdrawn'] }).notNull(),
    proposedBy: c.uuid('proposed_by').notNull(),
    proposedAt: instant('proposed_at').notNull(),
    /** Who confirmed, rejected or withdrew it; null while it waits. */
    decidedBy: c.uuid('decided_by'),
    decidedAt: instant('decided_at'),
  }),
  (t) => [
    check(
      'rule_proposal_second',
      sql`${t.decidedBy} <> ${t.proposedBy} or ${t.state} = 'withdrawn'`,
    ),
    check('rule_proposal_decided', sql`(${t.state} = 'waits') = (${t.decidedBy} is null)`),
  ],
)
