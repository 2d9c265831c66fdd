import { sql } from 'drizzle-orm'
import { check, index, pgTable } from 'drizzle-orm/pg-core'
import { ADJUSTMENT_STATES, type AdjustmentReason } from '#contract/entities/pointsAdjustment.ts'
import { instant, textReference } from '#db/tables/columns.ts'
import { loyalty } from '#db/tables/loyalties.ts'

/** Points that an operator gives or takes. Above a limit another operator decides. */
export const pointsAdjustment = pgTable(
  'points_adjustment',
  (c) => ({
    /** The id of its posting, too. */
    id: c.uuid('id').primaryKey(),
    loyaltyCode: textReference('loyalty_code', () => loyalty.code),
    points: c.integer('points').notNull(),
    reason: c.text('reason').$type<AdjustmentReason>().notNull(),
    /** Words for the operators. */
    observations: c.text('observations').notNull(),
    state: c.text('state', { enum: ADJUSTMENT_STATES }).notNull(),
    proposedBy: c.uuid('proposed_by').notNull(),
    proposedAt: instant('proposed_at').notNull(),
    /** The second operator; null for an adjustment that needs none, and while it waits. */
    decidedBy: c.uuid('decided_by'),
    decidedAt: instant('decided_at'),
  }),
  (t) => [
    index('points_adjustment_of_loyalty').on(t.loyaltyCode),
    index('points_adjustment_waiting').on(t.proposedAt).where(sql`state = 'waiting'`),
    check('points_adjustment_second', sql`${t.decidedBy} <> ${t.proposedBy}`),
    check('points_adjustment_decided', sql`${t.state} <> 'waiting' or ${t.decidedBy} is null`),
  ],
)
