import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { ATTEMPT_STATES, CARD_TYPES } from '#contract/entities/payment.ts'
import { DISCREPANCY_KINDS } from '#contract/entities/reconciliation.ts'
import { bytes, instant, textReference } from '#db/tables/columns.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { ofPerson } from '#db/tables/people.ts'

export const debt = pgTable(
  'debt',
  (c) => ({
    reference: c.text('reference').primaryKey(),
    personId: ofPerson(),
    /** The loyalty that earns the points when the debt is paid; null when none does. */
    loyaltyCode: c.text('loyalty_code').references(() => loyalty.code),
    concept: c.text('concept').notNull(),
    merchantName: c.text('merchant_name').notNull(),
    /** Code of the station; null: not known. */
    branchCode: c.text('branch_code'),
    invoiceNumber: c.text('invoice_number').notNull(),
    currency: c.text('currency', { enum: ['858', '840'] }).notNull(),
    amount: c.bigint('amount', { mode: 'number' }).notNull(),
    taxedAmount: c.bigint('taxed_amount', { mode: 'number' }).notNull(),
    taxAmount: c.bigint('tax_amount', { mode: 'number' }).notNull(),
    tipAmount: c.bigint('tip_amount', { mode: 'number' }).notNull().default(0),
    installments: c.integer('installments').notNull(),
    indi: c.integer('indi').$type<0 | 1 | 2 | 3 | 4 | 6>().notNull(),
    finalConsumer: c.boolean('final_consumer').notNull(),
    points: c.integer('points').notNull(),
    at: instant('at').notNull(),
    dueDate: c.date('due_date').notNull(),
    state: c.text('state', { enum: ['PENDING', 'PAID', 'VOIDED'] }).notNull(),
  }),
  (t) => [
    index('debt_of_person').on(t.personId, t.state, t.dueDate),
    check(
      'debt_amounts',
      sql`${t.amount} > 0 and ${t.taxedAmount} between 0 and ${t.amount} and ${t.taxAmount} >= 0 and ${t.tipAmount} >= 0`,
    ),
    // Points need a loyalty to receive them, and are never negative.
    check(
      'debt_points',
      sql`${t.points} >= 0 and (${t.loyaltyCode} is not null or ${t.points} = 0)`,
    ),
  ],
)

/** One attempt to pay a debt by card, inserted before the gateway is called. */
export const paymentAttempt = pgTable(
  'payment_attempt',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    debtReference: textReference('debt_reference', () => debt.reference),
    netId: c.text('net_id').notNull(),
    merchantId: c.text('merchant_id').notNull(),
    currency: c.text('currency', { enum: ['858', '840'] }).notNull(),
    /** The whole charge in cents, tip included. */
    amount: c.bigint('amount', { mode: 'number' }).notNull(),
    taxedAmount: c.bigint('taxed_amount', { mode: 'number' }).notNull(),
    taxAmount: c.bigint('tax_amount', { mode: 'number' }).notNull(),
    tipAmount: c.bigint('tip_amount', { mode: 'number' }).notNull(),
    installments: c.integer('installments').notNull(),
    indi: c.integer('indi').$type<0 | 1 | 2 | 3 | 4 | 6>().notNull(),
    state: c.text('state', { enum: ATTEMPT_STATES }).notNull(),
    /**
     * Audit number of the `payment` request, so that a repeated request is the same request for
     * the gateway.
     */
    auditNumber: c.text('audit_number').notNull().unique(),
    /** The gateway's single-use token; null until the gateway has answered. */
    accessToken: c.text('access_token').unique(),
    tokenExpiresAt: instant('token_expires_at'),
    /**
     * The gateway's identifier of the charge; unique, so that it settles at most one attempt (P5).
     */
    paymentToken: c.text('payment_token').unique(),
    authorizationCode: c.text('authorization_code').notNull().default(''),
    maskedCard: c.text('masked_card').notNull().default(''),
    cardType: c.text('card_type', { enum: CARD_TYPES }).notNull().default(''),
    law: c.text('law').notNull().default('0'),
    refund: c.bigint('refund', { mode: 'number' }).notNull().default(0),
    reason: c.text('reason').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
    /** When the poller queries the gateway next; null: no poll is scheduled. */
    nextPollAt: instant('next_poll_at'),
    /** Polls since the last activity: the position in the backoff. */
    pollCount: c.integer('poll_count').notNull().default(0),
  }),
  (t) => [
    // P2: at most one open attempt per debt, also under concurrency.
    uniqueIndex('attempt_open').on(t.debtReference).where(sql`state in ('CREATED', 'PROCESSING')`),
    // P1: at most one paid attempt per debt.
    uniqueIndex('attempt_paid').on(t.debtReference).where(sql`state = 'PAID'`),
    index('attempt_of_person').on(t.personId, t.createdAt.desc(), t.id.desc()),
    index('attempt_due').on(t.nextPollAt).where(sql`next_poll_at is not null`),
    index('attempt_made').on(t.createdAt, t.id),
    // P6: a trigger enforces the transitions between these states.
    check(
      'attempt_state',
      sql`${t.state} in ('CREATED', 'PROCESSING', 'PAID', 'REJECTED', 'EXPIRED', 'VOIDED', 'REFUNDED')`,
    ),
  ],
)

/** Every authentic message of the gateway. The digest identifies a replay. */
export const gatewayMessage = pgTable('gateway_message', (c) => ({
  /** SHA-256 of the canonical form. */
  digest: bytes('digest').primaryKey(),
  kind: c.text('kind', { enum: ['return', 'webhook'] }).notNull(),
  attemptId: c.uuid('attempt_id').references(() => paymentAttempt.id),
  at: instant('at').notNull(),
}))

/**
 * A business day and its reconciliation with the gateway's list. One process at a time holds its
 * lease.
 */
export const gatewayDay = pgTable('gateway_day', (c) => ({
  day: c.date('day').primaryKey(),
  /** The process that reconciles the day, and the end of its lease. */
  holder: c.uuid('holder').notNull(),
  leasedUntil: instant('leased_until').notNull(),
  source: c.text('source', { enum: ['LIST', 'QUERIES'] }),
  /** Number of charges in our database, and in the gateway's list. */
  here: c.integer('here').notNull().default(0),
  there: c.integer('there').notNull().default(0),
  /** When the reconciliation finished; null until then. */
  reconciledAt: instant('reconciled_at'),
}))

/** A discrepancy of a reconciled day, stored before any correction, so that a crash loses none. */
export const gatewayDiscrepancy = pgTable(
  'gateway_discrepancy',
  (c) => ({
    day: c
      .date('day')
      .notNull()
      .references(() => gatewayDay.day),
    kind: c.text('kind', { enum: DISCREPANCY_KINDS }).notNull(),
    /** The gateway's identifier of the charge; without one, the id of our attempt. */
    subject: c.text('subject').notNull(),
    reference: c.text('reference').notNull(),
    paymentToken: c.text('payment_token').notNull(),
    stateHere: c.text('state_here').notNull(),
    currencyHere: c.text('currency_here', { enum: ['858', '840', ''] }).notNull(),
    amountHere: c.bigint('amount_here', { mode: 'number' }).notNull(),
    stateThere: c.text('state_there').notNull(),
    currencyThere: c.text('currency_there', { enum: ['858', '840', ''] }).notNull(),
    amountThere: c.bigint('amount_there', { mode: 'number' }).notNull(),
    resolved: c.boolean('resolved').notNull().default(false),
  }),
  (t) => [primaryKey({ columns: [t.day, t.kind, t.subject] })],
)
