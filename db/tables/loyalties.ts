import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant, person } from '#db/tables/people.ts'
import { branch } from '#db/tables/stations.ts'

export const programme = pgTable('programme', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  /** The role that decides first on who joins; null: the network alone decides. */
  sponsorRole: text('sponsor_role', { enum: ['3'] }),
})

/** What a programme gives for a product while the rule is in force. */
export const pointsRule = pgTable(
  'points_rule',
  {
    programme: text('programme')
      .notNull()
      .references(() => programme.code),
    product: text('product').notNull(),
    validFrom: instant('valid_from').notNull(),
    /** Whole points for each started-and-finished litre. */
    perLitre: integer('per_litre').notNull(),
    /** Whole points for each whole hundred pesos paid. */
    perHundred: integer('per_hundred').notNull(),
    /** Discount at the pump in hundredths of a percent. */
    discountBasisPoints: integer('discount_basis_points').notNull(),
  },
  (t) => [primaryKey({ columns: [t.programme, t.product, t.validFrom] })],
)

export const loyalty = pgTable(
  'loyalty',
  {
    code: text('code').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    programme: text('programme')
      .notNull()
      .references(() => programme.code),
    holder: text('holder').notNull(),
    clientRUT: text('client_rut').notNull().default(''),
    clientCardNumber: text('client_card_number').notNull().default(''),
    since: instant('since').notNull(),
    /** Left: kept for its history, shown to nobody. */
    endedAt: instant('ended_at'),
    /** The request that the network's authorisation made it from. */
    requestReference: text('request_reference').unique(),
    accountBank: text('account_bank').notNull().default(''),
    accountBankType: text('account_bank_type').notNull().default(''),
    accountBankNumber: text('account_bank_number').notNull().default(''),
    accountBankBranch: text('account_bank_branch').notNull().default(''),
    accountName: text('account_name').notNull().default(''),
  },
  (t) => [
    index('loyalty_of_person').on(t.personId, t.since),
    uniqueIndex('loyalty_in_force').on(t.personId, t.programme).where(sql`ended_at is null`),
  ],
)

export const vehicle = pgTable(
  'vehicle',
  {
    id: uuid('id').primaryKey(),
    loyaltyCode: text('loyalty_code')
      .notNull()
      .references(() => loyalty.code),
    mark: text('mark').notNull(),
    plate: text('plate').notNull(),
    fuel: text('fuel').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [index('vehicle_of_loyalty').on(t.loyaltyCode)],
)

export const membershipRequest = pgTable(
  'membership_request',
  {
    reference: text('reference').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    programme: text('programme')
      .notNull()
      .references(() => programme.code),
    state: text('state', {
      enum: [
        'PENDING',
        'STATE_UBER_AUTHORIZED',
        'STATE_UBER_REJECTED',
        'STATE_PETROBRAS_AUTHORIZED',
        'STATE_PETROBRAS_REJECTED',
        'VOIDED',
      ],
    }).notNull(),
    /** What was asked: vehicle, RUT, card, account. */
    draft: jsonb('draft').notNull(),
    /** The latest words that anybody said, and each stage's own; empty: none. */
    observations: text('observations').notNull().default(''),
    sponsorObservations: text('sponsor_observations').notNull().default(''),
    networkObservations: text('network_observations').notNull().default(''),
    leavingObservations: text('leaving_observations').notNull().default(''),
    at: instant('at').notNull(),
    /** Who decided at each stage, and when. */
    sponsorId: uuid('sponsor_id').references(() => person.id),
    sponsorAt: instant('sponsor_at'),
    networkId: uuid('network_id').references(() => person.id),
    networkAt: instant('network_at'),
  },
  (t) => [
    index('membership_request_of_person').on(t.personId, t.at.desc()),
    index('membership_request_by_state').on(t.state, t.at.desc()),
    // One request of a programme waits at a time, whatever races.
    uniqueIndex('membership_request_open')
      .on(t.personId, t.programme)
      .where(sql`state in ('PENDING', 'STATE_UBER_AUTHORIZED')`),
  ],
)

export const movement = pgTable(
  'movement',
  {
    rrn: text('rrn').primaryKey(),
    loyaltyCode: text('loyalty_code')
      .notNull()
      .references(() => loyalty.code),
    at: instant('at').notNull(),
    kind: text('kind', { enum: ['MOVEMENTS', 'SUSCRIPTION'] }).notNull(),
    branchCode: text('branch_code')
      .notNull()
      .references(() => branch.code),
    product: text('product').notNull(),
    millilitres: integer('millilitres').notNull(),
    currency: text('currency', { enum: ['858', '840'] }).notNull(),
    /** Cents paid, the discount already taken off. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    discount: bigint('discount', { mode: 'number' }).notNull(),
    points: integer('points').notNull(),
    plate: text('plate').notNull().default(''),
  },
  // The page's own order: one driver's range is a walk along this index, whatever the town's size.
  (t) => [index('movement_page').on(t.loyaltyCode, t.at.desc(), t.rrn.desc())],
)

/** Who holds points: members, and each programme as their counterpart. */
export const ledgerAccount = pgTable(
  'ledger_account',
  {
    id: uuid('id').primaryKey(),
    /** The member's loyalty; null for a programme's own account. */
    loyaltyCode: text('loyalty_code')
      .unique()
      .references(() => loyalty.code),
    /** Set only on a programme's own account. */
    programme: text('programme')
      .unique()
      .references(() => programme.code),
    /** Members only: a balance on a programme's account would make every sale wait for one row. */
    balance: bigint('balance', { mode: 'number' }),
    /** Number, instant and hash of the newest entry; members only. */
    lastSeq: integer('last_seq').notNull().default(0),
    lastAt: instant('last_at'),
    lastHash: bytes('last_hash'),
  },
  (t) => [
    check(
      'ledger_account_kind',
      sql`(${t.loyaltyCode} is null) = (${t.balance} is null) and (${t.loyaltyCode} is null) <> (${t.programme} is null)`,
    ),
    check('ledger_account_never_below_zero', sql`${t.balance} >= 0`),
  ],
)

/** One business event that moved points. */
export const ledgerTransaction = pgTable(
  'ledger_transaction',
  {
    id: uuid('id').primaryKey(),
    /** sale, payment, redemption, reversal. */
    event: text('event').notNull(),
    /** The event's own id: what makes it count once. */
    eventId: text('event_id').notNull(),
    concept: text('concept').notNull(),
    rrn: text('rrn').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('ledger_transaction_once').on(t.event, t.eventId)],
)

export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransaction.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccount.id),
    /** Signed; the entries of a transaction sum to 0. */
    points: bigint('points', { mode: 'number' }).notNull(),
    /** Members only: 1, 2, 3… along the account, each hash covering the one before. */
    seq: integer('seq'),
    balance: bigint('balance', { mode: 'number' }),
    at: instant('at').notNull(),
    hash: bytes('hash'),
  },
  (t) => [
    primaryKey({ columns: [t.transactionId, t.accountId] }),
    uniqueIndex('ledger_entry_chain').on(t.accountId, t.seq).where(sql`seq is not null`),
    index('ledger_entry_page')
      .on(t.accountId, t.at.desc(), t.seq.desc())
      .where(sql`seq is not null`),
  ],
)
