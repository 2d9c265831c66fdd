import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ATTEMPT_STATES, type AttemptState } from '#contract/entities/payment.ts'
import { DISCREPANCY_KINDS } from '#contract/entities/reconciliation.ts'
import { bytes, instant } from '#db/tables/columns.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { ofPerson } from '#db/tables/people.ts'

export const debt = pgTable(
  'debt',
  {
    reference: text('reference').primaryKey(),
    personId: ofPerson(),
    /** The loyalty that earns the points when the debt is paid; null when none does. */
    loyaltyCode: text('loyalty_code').references(() => loyalty.code),
    concept: text('concept').notNull(),
    merchantName: text('merchant_name').notNull(),
    invoiceNumber: text('invoice_number').notNull(),
    currency: text('currency', { enum: ['858', '840'] }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    taxedAmount: bigint('taxed_amount', { mode: 'number' }).notNull(),
    taxAmount: bigint('tax_amount', { mode: 'number' }).notNull(),
    tipAmount: bigint('tip_amount', { mode: 'number' }).notNull().default(0),
    installments: integer('installments').notNull(),
    indi: integer('indi').$type<0 | 1 | 2 | 3 | 4 | 6>().notNull(),
    finalConsumer: boolean('final_consumer').notNull(),
    points: integer('points').notNull(),
    at: instant('at').notNull(),
    dueDate: date('due_date').notNull(),
    state: text('state', { enum: ['PENDING', 'PAID', 'VOIDED'] }).notNull(),
  },
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

const states: readonly [AttemptState, ...AttemptState[]] = ATTEMPT_STATES

/** One attempt to pay a debt by card, inserted before the gateway is called. */
export const paymentAttempt = pgTable(
  'payment_attempt',
  {
    id: uuid('id').primaryKey(),
    personId: ofPerson(),
    debtReference: text('debt_reference')
      .notNull()
      .references(() => debt.reference),
    netId: text('net_id').notNull(),
    merchantId: text('merchant_id').notNull(),
    currency: text('currency', { enum: ['858', '840'] }).notNull(),
    /** The whole charge in cents, tip included. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    taxedAmount: bigint('taxed_amount', { mode: 'number' }).notNull(),
    taxAmount: bigint('tax_amount', { mode: 'number' }).notNull(),
    tipAmount: bigint('tip_amount', { mode: 'number' }).notNull(),
    installments: integer('installments').notNull(),
    indi: integer('indi').$type<0 | 1 | 2 | 3 | 4 | 6>().notNull(),
    state: text('state', { enum: states as [AttemptState, ...AttemptState[]] }).notNull(),
    /**
     * Audit number of the `payment` request, so that a repeated request is the same request for
     * the gateway.
     */
    auditNumber: text('audit_number').notNull().unique(),
    /** The gateway's single-use token; null until the gateway has answered. */
    accessToken: text('access_token').unique(),
    tokenExpiresAt: instant('token_expires_at'),
    /**
     * The gateway's identifier of the charge; unique, so that it settles at most one attempt (P5).
     */
    paymentToken: text('payment_token').unique(),
    authorizationCode: text('authorization_code').notNull().default(''),
    maskedCard: text('masked_card').notNull().default(''),
    law: text('law').notNull().default('0'),
    refund: bigint('refund', { mode: 'number' }).notNull().default(0),
    reason: text('reason').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
    /** When the poller queries the gateway next; null: no poll is scheduled. */
    nextPollAt: instant('next_poll_at'),
    /** Polls since the last activity: the position in the backoff. */
    pollCount: integer('poll_count').notNull().default(0),
  },
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
export const gatewayMessage = pgTable('gateway_message', {
  /** SHA-256 of the canonical form. */
  digest: bytes('digest').primaryKey(),
  kind: text('kind', { enum: ['return', 'webhook'] }).notNull(),
  attemptId: uuid('attempt_id').references(() => paymentAttempt.id),
  at: instant('at').notNull(),
})

/**
 * A business day and its reconciliation with the gateway's list. One process at a time holds its
 * lease.
 */
export const gatewayDay = pgTable('gateway_day', {
  day: date('day').primaryKey(),
  /** The process that reconciles the day, and the end of its lease. */
  holder: uuid('holder').notNull(),
  leasedUntil: instant('leased_until').notNull(),
  source: text('source', { enum: ['LIST', 'QUERIES'] }),
  /** Number of charges in our database, and in the gateway's list. */
  here: integer('here').notNull().default(0),
  there: integer('there').notNull().default(0),
  /** When the reconciliation finished; null until then. */
  reconciledAt: instant('reconciled_at'),
})

/** A discrepancy of a reconciled day, stored before any correction, so that a crash loses none. */
export const gatewayDiscrepancy = pgTable(
  'gateway_discrepancy',
  {
    day: date('day')
      .notNull()
      .references(() => gatewayDay.day),
    kind: text('kind', { enum: DISCREPANCY_KINDS }).notNull(),
    /** The gateway's identifier of the charge; without one, the id of our attempt. */
    subject: text('subject').notNull(),
    reference: text('reference').notNull(),
    paymentToken: text('payment_token').notNull(),
    stateHere: text('state_here').notNull(),
    currencyHere: text('currency_here', { enum: ['858', '840', ''] }).notNull(),
    amountHere: bigint('amount_here', { mode: 'number' }).notNull(),
    stateThere: text('state_there').notNull(),
    currencyThere: text('currency_there', { enum: ['858', '840', ''] }).notNull(),
    amountThere: bigint('amount_there', { mode: 'number' }).notNull(),
    resolved: boolean('resolved').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.subject] })],
)
