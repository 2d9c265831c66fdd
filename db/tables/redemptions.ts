import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { REDEMPTION_STATES } from '#contract/entities/redemption.ts'
import { bytes, instant, textReference, uuidReference } from '#db/tables/columns.ts'
import { pointsLot } from '#db/tables/ledger.ts'
import { loyalty, programme } from '#db/tables/loyalties.ts'
import { terminal } from '#db/tables/terminals.ts'

/** What the members of a programme can get for points. */
export const reward = pgTable(
  'reward',
  (c) => ({
    code: c.text('code').primaryKey(),
    programme: textReference('programme', () => programme.code),
    title: c.text('title').notNull(),
    text: c.text('text').notNull(),
    points: c.integer('points').notNull(),
    /** Cents of pesos; 0 for a thing or a service. */
    discount: c.bigint('discount', { mode: 'number' }).notNull(),
    /** Codes of the stations where it is given; empty: all. */
    branches: c.jsonb('branches').$type<string[]>().notNull().default([]),
    /** The days in America/Montevideo on which it can be taken, both included. */
    firstDay: c.date('first_day').notNull(),
    lastDay: c.date('last_day').notNull(),
    /** Whole days after that of the taking, at whose end a voucher ends. */
    validDays: c.integer('valid_days').notNull(),
    /** When an operator ended it before its last day. */
    endedAt: instant('ended_at'),
  }),
  (t) => [
    index('reward_of_programme').on(t.programme, t.points),
    check('reward_points', sql`${t.points} > 0 and ${t.discount} >= 0 and ${t.validDays} >= 0`),
    check('reward_period', sql`${t.firstDay} <= ${t.lastDay}`),
  ],
)

/**
 * Points that a member spends. They leave the ledger when it is reserved, and come back at most once (T7);
 * its row is the lock of its changes of state.
 */
export const redemption = pgTable(
  'redemption',
  (c) => ({
    /** Identifies its postings in the ledger, too. */
    id: c.uuid('id').primaryKey(),
    loyaltyCode: textReference('loyalty_code', () => loyalty.code),
    kind: c.text('kind', { enum: ['till', 'voucher'] }).notNull(),
    state: c.text('state', { enum: REDEMPTION_STATES }).notNull(),
    points: c.integer('points').notNull(),
    /** Cents of pesos. */
    discount: c.bigint('discount', { mode: 'number' }).notNull(),
    /** Null when a till takes points without a reward. */
    rewardCode: c.text('reward_code').references(() => reward.code),
    /** The title of the reward as it was then, or of the discount. */
    title: c.text('title').notNull(),
    rrn: c.text('rrn').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The first instant at which it can no longer be captured. */
    expiresAt: instant('expires_at').notNull(),
    /** When it was captured or given back; null while it is reserved. */
    endedAt: instant('ended_at'),
    /** The till that reserved it, or that captured the voucher. */
    terminalId: c.uuid('terminal_id').references(() => terminal.id),
    /** The till's own name of it; empty for a voucher that no till captured. */
    reference: c.text('reference').notNull().default(''),
    /** SHA-256 of the fields that the till sent with the reference: a repeat has the same. */
    contentHash: bytes('content_hash'),
    ticket: c.text('ticket').notNull().default(''),
    /** Why the till reversed it. */
    reason: c.text('reason').notNull().default(''),
    /** Of a till: the number of the 30 seconds whose spending code was used (T8). */
    codeWindow: c.integer('code_window'),
    voucherCode: c.text('voucher_code').unique(),
    /** When the member was told that the voucher ends soon. */
    warnedAt: instant('warned_at'),
  }),
  (t) => [
    uniqueIndex('redemption_of_till').on(t.terminalId, t.reference).where(sql`reference <> ''`),
    uniqueIndex('redemption_code_once').on(t.loyaltyCode, t.codeWindow),
    index('redemption_page').on(t.loyaltyCode, t.createdAt.desc()),
    index('redemption_of_reward').on(t.rewardCode, t.createdAt),
    index('redemption_reserved').on(t.expiresAt).where(sql`state = 'reserved'`),
    check('redemption_points', sql`${t.points} > 0 and ${t.discount} >= 0`),
    check('redemption_ended', sql`(${t.state} = 'reserved') = (${t.endedAt} is null)`),
    check(
      'redemption_kind',
      sql`case ${t.kind} when 'till' then ${t.voucherCode} is null and ${t.codeWindow} is not null and ${t.reference} <> ''
        else ${t.voucherCode} is not null and ${t.codeWindow} is null end`,
    ),
    check('redemption_terminal', sql`(${t.terminalId} is null) = (${t.reference} = '')`),
  ],
)

/** The points of a redemption by the lot that they were taken from. */
export const redemptionLot = pgTable(
  'redemption_lot',
  (c) => ({
    redemptionId: uuidReference('redemption_id', () => redemption.id),
    lotId: uuidReference('lot_id', () => pointsLot.id),
    points: c.bigint('points', { mode: 'number' }).notNull(),
    /** That of the lot. */
    expiresAt: instant('expires_at').notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.redemptionId, t.lotId] }),
    check('redemption_lot_points', sql`${t.points} > 0`),
  ],
)

/**
 * A release or a reversal whose reservation has not arrived: one that arrives later is refused, because a
 * till without an answer cancels, and messages overtake each other.
 */
export const cancelledReference = pgTable(
  'cancelled_reference',
  (c) => ({
    terminalId: uuidReference('terminal_id', () => terminal.id),
    reference: c.text('reference').notNull(),
    at: instant('at').notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.terminalId, t.reference] }),
    index('cancelled_reference_at').on(t.at),
  ],
)
