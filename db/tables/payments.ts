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
import { DISCREPANCY_KINDS } from '#contract/entities/reconciliation.ts'
import { ATTEMPT_STATES, type AttemptState } from '#contract/entities/payment.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'
import { bytes, instant } from '#db/tables/columns.ts'

export const debt = pgTable(
  'debt',
  {
    reference: text('reference').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    /** Whose points grow when it is paid; null: none do. */
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
    // What is promised is what settling gives: to a member, and never taken.
    check(
      'debt_points',
      sql`${t.points} >= 0 and (${t.loyaltyCode} is not null or ${t.points} = 0)`,
    ),
  ],
)

const states: readonly [AttemptState, ...AttemptState[]] = ATTEMPT_STATES

/** One try to pay a debt by card: written before the gateway hears of it. */
export const paymentAttempt = pgTable(
  'payment_attempt',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
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
    /** Names our `payment` request to the gateway, so that asking again is asking the same. */
    auditNumber: text('audit_number').notNull().unique(),
    /** The gateway's single-use token; null until it has answered. */
    accessToken: text('access_token').unique(),
    tokenExpiresAt: instant('token_expires_at'),
    /** The gateway's id of the charge: settles one attempt at most. */
    paymentToken: text('payment_token').unique(),
    authorizationCode: text('authorization_code').notNull().default(''),
    maskedCard: text('masked_card').notNull().default(''),
    law: text('law').notNull().default('0'),
    refund: bigint('refund', { mode: 'number' }).notNull().default(0),
    reason: text('reason').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
    /** When the reconciler looks at it next; null: settled for good. */
    lookAt: instant('look_at'),
    looks: integer('looks').notNull().default(0),
  },
  (t) => [
    // P2: at most one open attempt per debt, whatever races.
    uniqueIndex('attempt_open').on(t.debtReference).where(sql`state in ('CREATED', 'PROCESSING')`),
    // P1: at most one attempt of a debt stands as paid.
    uniqueIndex('attempt_paid').on(t.debtReference).where(sql`state = 'PAID'`),
    index('attempt_of_person').on(t.personId, t.createdAt.desc(), t.id.desc()),
    index('attempt_due').on(t.lookAt).where(sql`look_at is not null`),
    index('attempt_made').on(t.createdAt, t.id),
    // P6: which may follow which is a trigger's to watch.
    check(
      'attempt_state',
      sql`${t.state} in ('CREATED', 'PROCESSING', 'PAID', 'REJECTED', 'EXPIRED', 'VOIDED', 'REFUNDED')`,
    ),
  ],
)

/** Every authentic message of the gateway, once: a replay is recognised by its digest. */
export const gatewayMessage = pgTable('gateway_message', {
  /** SHA-256 of the canonical text. */
  digest: bytes('digest').primaryKey(),
  kind: text('kind', { enum: ['return', 'webhook'] }).notNull(),
  attemptId: uuid('attempt_id').references(() => paymentAttempt.id),
  at: instant('at').notNull(),
})

/** A business day as compared with the gateway's: one process at a time holds it, once it is done for good. */
export const gatewayDay = pgTable('gateway_day', {
  day: date('day').primaryKey(),
  /** Who compares it, and until when nobody else does. */
  holder: uuid('holder').notNull(),
  leasedUntil: instant('leased_until').notNull(),
  source: text('source', { enum: ['LIST', 'QUERIES'] }),
  /** Charges of ours, and charges that the gateway told of. */
  here: integer('here').notNull().default(0),
  there: integer('there').notNull().default(0),
  /** Null: not yet, or not to its end. */
  comparedAt: instant('compared_at'),
})

/** What such a day showed; kept before anything is mended, so that a crash hides nothing. */
export const gatewayDifference = pgTable(
  'gateway_difference',
  {
    day: date('day')
      .notNull()
      .references(() => gatewayDay.day),
    kind: text('kind', { enum: DISCREPANCY_KINDS }).notNull(),
    /** The gateway's number of the charge; without one, our attempt's id. */
    subject: text('subject').notNull(),
    reference: text('reference').notNull(),
    paymentToken: text('payment_token').notNull(),
    stateHere: text('state_here').notNull(),
    currencyHere: text('currency_here', { enum: ['858', '840', ''] }).notNull(),
    amountHere: bigint('amount_here', { mode: 'number' }).notNull(),
    stateThere: text('state_there').notNull(),
    currencyThere: text('currency_there', { enum: ['858', '840', ''] }).notNull(),
    amountThere: bigint('amount_there', { mode: 'number' }).notNull(),
    mended: boolean('mended').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.subject] })],
)
