import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant, uuidReference } from '#db/tables/columns.ts'
import { loyalty, programme } from '#db/tables/loyalties.ts'

/** An account of points: a member's, or a programme's as the counterpart. */
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
    /** Members only. A balance on a programme's account would serialise all sales on one row. */
    balance: c.bigint('balance', { mode: 'number' }),
    /** Sequence number, instant and hash of the newest entry; members only. */
    lastSeq: c.integer('last_seq').notNull().default(0),
    lastAt: instant('last_at'),
    lastHash: bytes('last_hash'),
  }),
  (t) => [
    check(
      'ledger_account_kind',
      sql`(${t.loyaltyCode} is null) = (${t.balance} is null) and (${t.loyaltyCode} is null) <> (${t.programme} is null)`,
    ),
    check('ledger_account_never_below_zero', sql`${t.balance} >= 0`),
  ],
)

/** One business event that moves points. */
export const ledgerTransaction = pgTable(
  'ledger_transaction',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    /** sale, payment, redemption, reversal, transfer or expiry. */
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

export const ledgerEntry = pgTable(
  'ledger_entry',
  (c) => ({
    transactionId: uuidReference('transaction_id', () => ledgerTransaction.id),
    accountId: uuidReference('account_id', () => ledgerAccount.id),
    /** Signed; the entries of a transaction sum to 0 (L1). */
    points: c.bigint('points', { mode: 'number' }).notNull(),
    /** Members only: 1, 2, 3… along the account; each hash covers the entry before (L6). */
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
  ],
)
