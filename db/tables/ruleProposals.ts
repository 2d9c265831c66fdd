import { pgTable } from 'drizzle-orm/pg-core'
import type { Simulation } from '#contract/console/ruleKind.ts'
import type { ProposedRule } from '#contract/entities/accrualRule.ts'
import { decisionChecks, decisionColumns, instant } from '#db/tables/columns.ts'

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
    ...decisionColumns(),
  }),
  (t) => decisionChecks('rule_proposal', t),
)
