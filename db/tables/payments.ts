import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { REFUND_KINDS, REFUND_STATES, type RefundReason } from '#contract/console/paymentRefund.ts'
import { ATTEMPT_STATES, CARD_TYPES } from '#contract/entities/payment.ts'
import { PAYMENT_REQUEST_STATES } from '#contract/entities/paymentRequest.ts'
import { DISCREPANCY_KINDS, type DiscrepancyResolution } from '#contract/entities/reconciliation.ts'
import type { SaleLine } from '#contract/entities/saleLine.ts'
import { bytes, instant, textReference, uuidReference } from '#db/tables/columns.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { ofPerson } from '#db/tables/people.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

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
    /**
     * The request of a till that this person opened: it has a debt for each that did, and `getDebts`
     * lists none of them; `reference` is made of the request and the person. Null for any other debt.
     */
    requestId: c.uuid('request_id'),
  }),
  (t) => [
    index('debt_of_person').on(t.personId, t.state, t.dueDate),
    // Of the console's list: what remains of its order is sorted within an instant.
    index('debt_made').on(t.at),
    index('debt_unpaid').on(t.state, t.at).where(sql`state <> 'PAID'`),
    index('debt_of_station').on(t.branchCode, t.at),
    index('debt_of_request').on(t.requestId).where(sql`request_id is not null`),
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
    /** The station of the debt as the attempt was opened, set by a trigger; null: not known. */
    branchCode: c.text('branch_code'),
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
    /** The gateway's identifier of the charge; unique, so that it settles at most one attempt (P5). */
    paymentToken: c.text('payment_token').unique(),
    authorizationCode: c.text('authorization_code').notNull().default(''),
    maskedCard: c.text('masked_card').notNull().default(''),
    cardType: c.text('card_type', { enum: CARD_TYPES }).notNull().default(''),
    law: c.text('law').notNull().default('0'),
    refund: c.bigint('refund', { mode: 'number' }).notNull().default(0),
    /** Cents of the charge that the gateway has given back; never less than before. */
    refundedAmount: c.bigint('refunded_amount', { mode: 'number' }).notNull().default(0),
    reason: c.text('reason').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
    /** When it became PAID, set by a trigger and kept through a void or a refund; null: it never was. */
    chargedAt: instant('charged_at'),
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
    // By the date that the person is shown (`paymentDate`).
    index('attempt_of_person').on(t.personId, sql`coalesce(charged_at, created_at)`, t.id),
    index('attempt_due').on(t.nextPollAt).where(sql`next_poll_at is not null`),
    index('attempt_made').on(t.createdAt, t.id),
    index('attempt_charged').using('brin', t.chargedAt).with({ autosummarize: true }),
    index('attempt_of_amount').on(t.amount, t.createdAt),
    // What the console looks payments up by.
    index('attempt_unpaid').on(t.state, t.createdAt, t.id).where(sql`state <> 'PAID'`),
    index('attempt_of_card')
      .on(sql`right(masked_card, 4)`, t.createdAt, t.id)
      .where(sql`masked_card <> ''`),
    index('attempt_of_authorization').on(t.authorizationCode).where(sql`authorization_code <> ''`),
    index('attempt_of_debt').on(t.debtReference),
    index('attempt_of_station').on(t.branchCode, t.createdAt, t.id),
    // P6: a trigger enforces the transitions between these states.
    check(
      'attempt_state',
      sql`${t.state} in ('CREATED', 'PROCESSING', 'PAID', 'REJECTED', 'EXPIRED', 'VOIDED', 'REFUNDED')`,
    ),
  ],
)

/** Every authentic message of the gateway. The digest identifies a replay. */
export const gatewayMessage = pgTable(
  'gateway_message',
  (c) => ({
    /** SHA-256 of the canonical form. */
    digest: bytes('digest').primaryKey(),
    kind: c.text('kind', { enum: ['return', 'webhook'] }).notNull(),
    attemptId: c.uuid('attempt_id').references(() => paymentAttempt.id),
    at: instant('at').notNull(),
  }),
  (t) => [index('gateway_message_of_attempt').on(t.attemptId)],
)

/** A business day and its reconciliation with the gateway's list. One process at a time holds its lease. */
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
    /** Cents that were given back on each side. */
    refundedHere: c.bigint('refunded_here', { mode: 'number' }).notNull().default(0),
    refundedThere: c.bigint('refunded_there', { mode: 'number' }).notNull().default(0),
    resolved: c.boolean('resolved').notNull().default(false),
    /** What the console opens it by. */
    id: c.uuid('id').notNull().defaultRandom(),
    /** The operator who looks into it; null before. */
    takenBy: c.uuid('taken_by'),
    takenAt: instant('taken_at'),
    /** The operator who resolved it, how and when; null where both sides agreed again without one. */
    resolvedBy: c.uuid('resolved_by'),
    resolution: c.text('resolution').$type<DiscrepancyResolution>(),
    resolvedAt: instant('resolved_at'),
  }),
  (t) => [
    primaryKey({ columns: [t.day, t.kind, t.subject] }),
    index('gateway_discrepancy_by_id').on(t.id),
    index('gateway_discrepancy_list').on(t.day, t.id),
    index('gateway_discrepancy_open').on(t.day, t.id).where(sql`not resolved`),
  ],
)

/**
 * A charge that an operator takes back, stored before the gateway is asked to: at once, or above a limit
 * when another operator has confirmed the proposal of the same id.
 */
export const paymentRefund = pgTable(
  'payment_refund',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    attemptId: uuidReference('attempt_id', () => paymentAttempt.id),
    kind: c.text('kind', { enum: REFUND_KINDS }).notNull(),
    /** Cents in the currency of the charge; of a void the whole charge. */
    amount: c.bigint('amount', { mode: 'number' }).notNull(),
    reason: c.text('reason').$type<RefundReason>().notNull(),
    /** Words for the operators. */
    observations: c.text('observations').notNull(),
    state: c.text('state', { enum: REFUND_STATES }).notNull(),
    /** Of the request to the gateway: every try has the same, so that it refunds once. */
    auditNumber: c.text('audit_number').notNull().unique(),
    /** Cents that the charge has given back once this is done. */
    total: c.bigint('total', { mode: 'number' }).notNull(),
    /** The operator who asked for it, or confirmed it. */
    requestedBy: c.uuid('requested_by').notNull(),
    requestedAt: instant('requested_at').notNull(),
    /** When the gateway's answer was known; null before. */
    endedAt: instant('ended_at'),
    /** Why it was refused, in words for the operators; empty unless it was. */
    answer: c.text('answer').notNull().default(''),
  }),
  (t) => [
    index('payment_refund_of_attempt').on(t.attemptId),
    index('payment_refund_asked').on(t.requestedAt),
    // One at a time, so that two operators never take back more than was charged (P13).
    uniqueIndex('payment_refund_open').on(t.attemptId).where(sql`state = 'sending'`),
    check('payment_refund_amount', sql`${t.amount} > 0`),
  ],
)

/** What a till asks to be paid (`requestPayment`). Its row is the lock of all that may pay or end it. */
export const paymentRequest = pgTable(
  'payment_request',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    /** What its QR has: 50 random bits, so that no code is guessed within its 10 minutes. */
    code: c.text('code').notNull().unique(),
    branchCode: textReference('branch_code', () => branch.code),
    terminalId: uuidReference('terminal_id', () => terminal.id),
    /** The till's own reference. */
    reference: c.text('reference').notNull(),
    ticket: c.text('ticket').notNull(),
    lines: c.jsonb('lines').$type<SaleLine[]>().notNull(),
    currency: c.text('currency', { enum: ['858', '840'] }).notNull(),
    amount: c.bigint('amount', { mode: 'number' }).notNull(),
    taxedAmount: c.bigint('taxed_amount', { mode: 'number' }).notNull(),
    taxAmount: c.bigint('tax_amount', { mode: 'number' }).notNull(),
    indi: c.integer('indi').$type<0 | 1 | 2 | 3 | 4 | 6>().notNull(),
    finalConsumer: c.boolean('final_consumer').notNull(),
    /** Retrieval reference number that the till reports the sale with. */
    rrn: c.text('rrn').notNull().unique(),
    state: c.text('state', { enum: PAYMENT_REQUEST_STATES }).notNull().default('waiting'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When it entered its state; null while it waits. */
    settledAt: instant('settled_at'),
    attemptId: c
      .uuid('attempt_id')
      .unique()
      .references(() => paymentAttempt.id),
    paidAt: instant('paid_at'),
    /** The reason that the till gave for its void; empty for none. */
    reason: c.text('reason').notNull().default(''),
    /** The last state that the till has acknowledged. */
    toldState: c.text('told_state', { enum: PAYMENT_REQUEST_STATES }).notNull().default('waiting'),
    /** The sale that it paid; null until the till has reported one. A sale has one such payment. */
    saleIdentity: c.text('sale_identity').unique(),
  }),
  (t) => [
    uniqueIndex('payment_request_of_till').on(t.terminalId, t.reference),
    index('payment_request_of_reference').on(t.reference, t.createdAt),
    index('payment_request_of_ticket').on(t.ticket, t.createdAt),
    index('payment_request_waiting').on(t.expiresAt).where(sql`state = 'waiting'`),
    index('payment_request_untold').on(t.terminalId, t.createdAt).where(sql`state <> told_state`),
    check(
      'payment_request_amounts',
      sql`${t.amount} > 0 and ${t.taxedAmount} between 0 and ${t.amount} and ${t.taxAmount} >= 0`,
    ),
    // T13: what was paid has its attempt, and what ended otherwise has none.
    check(
      'payment_request_attempt',
      sql`(${t.state} in ('paid', 'voiding', 'voided')) = (${t.attemptId} is not null)
        and (${t.attemptId} is null) = (${t.paidAt} is null)`,
    ),
    check('payment_request_settled', sql`(${t.state} = 'waiting') = (${t.settledAt} is null)`),
  ],
)
