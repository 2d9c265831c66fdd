import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ClaimRejection } from '#contract/entities/purchaseClaim.ts'
import { instant, textReference, uuidReference } from '#db/tables/columns.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'
import { saleEvent } from '#db/tables/sales.ts'

/** A driver's claim of a purchase that is missing, by its receipt (CFE). */
export const purchaseClaim = pgTable(
  'purchase_claim',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: uuidReference('person_id', () => person.id),
    loyaltyCode: textReference('loyalty_code', () => loyalty.code),
    /** RUT, type, series and number: with `amount` to `securityCode` as the driver gave them. */
    rut: c.text('rut').notNull(),
    type: c.integer('type').notNull(),
    series: c.text('series').notNull(),
    number: c.integer('number').notNull(),
    /** The identity of a sale with this CFE (T1). */
    identity: c.text('identity').notNull(),
    /** Cents. */
    amount: c.bigint('amount', { mode: 'number' }).notNull(),
    /** The day of the receipt, `yyyyMMdd`. */
    date: c.text('date').notNull(),
    /** Empty when the driver gave none. */
    securityCode: c.text('security_code').notNull(),
    at: instant('at').notNull(),
    state: c.text('state', { enum: ['waiting', 'credited', 'rejected'] }).notNull(),
    /** From when on a waiting claim is an operator's to decide; until then it waits for the till. */
    operatorFrom: instant('operator_from').notNull(),
    decidedAt: instant('decided_at'),
    /** The operator; null when the till's report answered. */
    decidedBy: c.uuid('decided_by'),
    /** The credited sale: that of the CFE, or the one that an operator found. */
    saleIdentity: c.text('sale_identity').references(() => saleEvent.identity),
    reason: c.text('reason').$type<ClaimRejection>(),
    /** The operator's words for the driver; empty without any. */
    answer: c.text('answer').notNull().default(''),
  }),
  (t) => [
    // Several may wait: false data of one person would else block the owner of the paper.
    uniqueIndex('purchase_claim_once').on(t.identity).where(sql`state = 'credited'`),
    uniqueIndex('purchase_claim_own').on(t.identity, t.personId).where(sql`state <> 'rejected'`),
    uniqueIndex('purchase_claim_sale').on(t.saleIdentity).where(sql`sale_identity is not null`),
    index('purchase_claim_of_person').on(t.personId, t.at),
    index('purchase_claim_waiting').on(t.operatorFrom, t.id).where(sql`state = 'waiting'`),
    // What an unmatched sale may be of.
    index('purchase_claim_of_amount').on(t.amount, t.date).where(sql`state = 'waiting'`),
    index('purchase_claim_answered').on(t.decidedAt).where(sql`decided_at is not null`),
    check('purchase_claim_decided', sql`(${t.state} = 'waiting') = (${t.decidedAt} is null)`),
    check(
      'purchase_claim_credited',
      sql`(${t.state} = 'credited') = (${t.saleIdentity} is not null)`,
    ),
    check('purchase_claim_rejected', sql`(${t.state} = 'rejected') = (${t.reason} is not null)`),
  ],
)
