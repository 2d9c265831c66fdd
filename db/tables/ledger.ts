import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant, textReference, uuidReference } from '#db/tables/columns.ts'
import { loyalty, programme } from '#db/tables/loyalties.ts'

/** An account of points: a member's, a programme's as the counterpart, or a member's shortfall. */
export const ledgerAccount = pgTable(
  'ledger_account',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    /** The member's loyalty; null for a programme's account. */
    loyaltyCode: c
      .text('loyalty_code')
      .unique()
      .references(() => loyalty.code),
    /** Set only for a programme's account. */
    programme: c
      .text('programme')
      .unique()
      .references(() => programme.code),
    /** The member whose voids and returns took points that were spent; its balance is 0 or below. */
    shortfallOf: c
      .text('shortfall_of')
      .unique()
      .references(() => loyalty.code),
    /** Null for a programme's account: a balance would serialise all sales on one row. */
    balance: c.bigint('balance', { mode: 'number' }),
    /** Sequence number, instant and hash of the newest entry, where there is a balance. */
    lastSeq: c.integer('last_seq').notNull().default(0),
    lastAt: instant('last_at'),
    lastHash: bytes('last_hash'),
  }),
  (t) => [
    check(
      'ledger_account_kind',
      sql`num_nonnulls(${t.loyaltyCode}, ${t.programme}, ${t.shortfallOf}) = 1 and (${t.programme} is null) <> (${t.balance} is null)`,
    ),
    check(
      'ledger_account_never_below_zero',
      sql`case when ${t.shortfallOf} is null then ${t.balance} >= 0 else ${t.balance} <= 0 end`,
    ),
  ],
)

/** One business event that moves points. */
export const ledgerTransaction = pgTable(
  'ledger_transaction',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    /** sale, payment, redemption, giveBack (of a redemption), reversal, shortfall, setOff, transfer, adjustment, expiry (of retained points) or expiration. */
    event: c.text('event').notNull(),
    /** Identifier of the event; unique with `event`, so that an event is posted once (L5). */
    eventId: c.text('event_id').notNull(),
    /** Text of the statement line, in Spanish. */
    concept: c.text('concept').notNull(),
    rrn: c.text('rrn').notNull(),
    at: instant('at').notNull(),
  }),
  (t) => [uniqueIndex('ledger_transaction_once').on(t.event, t.eventId)],
)

/**
 * Points of one accrual with the time from which they can be spent and that at which they expire. What
 * remains in the lots of a loyalty is its balance (L12).
 */
export const pointsLot = pgTable(
  'points_lot',
  (c) => ({
    /** The transaction's id where it gave one lot. */
    id: c.uuid('id').primaryKey(),
    loyaltyCode: textReference('loyalty_code', () => loyalty.code),
    /** The transaction that gave the points. */
    transactionId: c.uuid('transaction_id').references(() => ledgerTransaction.id),
    points: c.bigint('points', { mode: 'number' }).notNull(),
    /** The points that were not taken yet. */
    remaining: c.bigint('remaining', { mode: 'number' }).notNull(),
    /** Until then the points are pending. */
    spendableFrom: instant('spendable_from').notNull(),
    /** The first instant after the last day of the points. */
    expiresAt: instant('expires_at').notNull(),
    /** How many days before the expiration the member was warned the last time. */
    warnedDays: c.integer('warned_days'),
  }),
  (t) => [
    index('points_lot_of_loyalty').on(t.loyaltyCode, t.expiresAt).where(sql`remaining > 0`),
    index('points_lot_expiring').on(t.expiresAt).where(sql`remaining > 0`),
    check('points_lot_remaining', sql`${t.remaining} between 0 and ${t.points}`),
  ],
)

export const ledgerEntry = pgTable(
  'ledger_entry',
  (c) => ({
    transactionId: uuidReference('transaction_id', () => ledgerTransaction.id),
    accountId: uuidReference('account_id', () => ledgerAccount.id),
    /** Signed; the entries of a transaction sum to 0 (L1). */
    points: c.bigint('points', { mode: 'number' }).notNull(),
    /** Not of a programme: 1, 2, 3… along the account; each hash covers the entry before (L6). */
    seq: c.integer('seq'),
    balance: c.bigint('balance', { mode: 'number' }),
    at: instant('at').notNull(),
    hash: bytes('hash'),
  }),
  (t) => [
    primaryKey({ columns: [t.transactionId, t.accountId] }),
    uniqueIndex('ledger_entry_chain').on(t.accountId, t.seq).where(sql`seq is not null`),
    index('ledger_entry_page')
      .on(t.accountId, t.at.desc(), t.seq.desc())
      .where(sql`seq is not null`),
    // Of the reports: entries are stored in the order of their times, so that a few bytes serve for each megabyte. A part that is
    // not summarised is read as a whole.
    index('ledger_entry_at').using('brin', t.at).with({ autosummarize: true }),
  ],
)
