import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { HeldReason } from '#contract/entities/heldSale.ts'
import type { ReportedSale } from '#contract/entities/reportedItem.ts'
import { bytes, instant, textReference, uuidReference } from '#db/tables/columns.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { debt } from '#db/tables/payments.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

/**
 * An identity that a terminal named, as its own or as that of the sale which a void or a return is of, or
 * that a driver claimed. Its row is the lock of all that concerns the sale: a void or a claim may arrive
 * before there is a sale to lock.
 */
export const saleIdentity = pgTable('sale_identity', (c) => ({
  identity: c.text('identity').primaryKey(),
}))

/** A sale, a void or a return, as its terminal reported it. */
export const saleEvent = pgTable(
  'sale_event',
  (c) => ({
    /** The identity of the business event (T1), whatever message brings it. */
    identity: c.text('identity').primaryKey(),
    kind: c.text('kind', { enum: ['sale', 'void', 'return'] }).notNull(),
    /** Of a void or a return: the identity of its sale, which may not have arrived; of a sale, its own. */
    saleIdentity: c.text('sale_identity').notNull(),
    branchCode: textReference('branch_code', () => branch.code),
    terminalId: uuidReference('terminal_id', () => terminal.id),
    /** Of a void: the ticket of its sale, or series and number of the sale's CFE. */
    ticket: c.text('ticket').notNull(),
    shift: c.text('shift').notNull(),
    attendant: c.text('attendant').notNull(),
    /** The effective date; the points are posted at `receivedAt`, or at `matchedAt`. */
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** `waiting`: a void or a return without its sale; `refused`: when the sale came it did not fit. */
    state: c.text('state', { enum: ['applied', 'waiting', 'refused'] }).notNull(),
    currency: c.text('currency', { enum: ['858', '840'] }),
    /** Cents of all lines; null for a void. */
    amount: c.bigint('amount', { mode: 'number' }),
    payments: c.jsonb('payments').$type<ReportedSale['payments']>().notNull(),
    /** What the till knew of the member; emptied with the member's account, and without one after 90 days. */
    memberCode: c.text('member_code').notNull().default(''),
    memberCard: c.text('member_card').notNull().default(''),
    memberPlate: c.text('member_plate').notNull().default(''),
    /** The member's loyalty; null for an unmatched sale. */
    loyaltyCode: c.text('loyalty_code').references(() => loyalty.code),
    /** Why its points wait for an operator; empty: they do not, or it is no sale. It stays when one gives them. */
    held: c.text('held').$type<HeldReason | ''>().notNull().default(''),
    /** The security code of its CFE, 6 characters; empty when the till did not send it. */
    securityCode: c.text('security_code').notNull().default(''),
    /** When it was matched with the loyalty; null when the loyalty was found as it arrived, and before. */
    matchedAt: instant('matched_at'),
    /** Of an unmatched sale: when an operator answered that it is no member's. */
    dismissedAt: instant('dismissed_at'),
    /** The points of the first answer. */
    points: c.integer('points').notNull().default(0),
    /**
     * SHA-256 of the canonical content. All of that but code, card and plate is stored, which could be
     * guessed by it: it is emptied with them, and then any content of the identity is a repeat.
     */
    contentHash: bytes('content_hash').notNull(),
  }),
  (t) => [
    index('sale_event_of_sale').on(t.saleIdentity),
    // Of lists: `at` leads, and what remains of their order is sorted within an instant.
    index('sale_event_list').on(t.at).where(sql`kind = 'sale'`),
    index('sale_event_of_station').on(t.branchCode, t.at),
    index('sale_event_of_ticket').on(t.ticket, t.at),
    // Series and number of its CFE, the fourth and the fifth part of its identity.
    index('sale_event_of_cfe')
      .on(sql`(split_part(identity, ':', 4) || ' ' || split_part(identity, ':', 5))`)
      .where(sql`identity like 'cfe:%'`),
    // The retrieval reference numbers of its card payments.
    index('sale_event_of_card_payment')
      .using('gin', sql`(jsonb_path_query_array(payments, '$[*].rrn'))`)
      .where(sql`payments @? '$[*].rrn ? (@ != "")'`),
    index('sale_event_of_shift').on(t.branchCode, t.shift),
    index('sale_event_of_loyalty').on(t.loyaltyCode, t.at).where(sql`loyalty_code is not null`),
    index('sale_event_unmatched_code')
      .on(t.memberCode)
      .where(sql`loyalty_code is null and member_code <> ''`),
    index('sale_event_unmatched_received')
      .on(t.receivedAt)
      .where(
        sql`loyalty_code is null and (member_code <> '' or member_card <> '' or member_plate <> '' or held = 'issuer')`,
      ),
    index('sale_event_of_plate').on(t.memberPlate).where(sql`member_plate <> ''`),
    index('sale_event_of_card').on(t.memberCard).where(sql`member_card <> ''`),
    index('sale_event_of_amount').on(t.amount, t.at).where(sql`kind = 'sale'`),
    // Sales without a CFE that a claim may be of.
    index('sale_event_unmatched_ticket')
      .on(t.amount, t.at)
      .where(sql`loyalty_code is null and kind = 'sale' and identity like 'ticket:%'`),
    // Of the sales that were made or that arrived in a period: a few bytes for each megabyte.
    index('sale_event_at').using('brin', t.at, t.receivedAt),
    check('sale_event_amount', sql`(${t.kind} = 'void') = (${t.amount} is null)`),
  ],
)

/** The debt of a sale on account: one for each (T11). */
export const accountDebt = pgTable('account_debt', (c) => ({
  saleIdentity: c
    .text('sale_identity')
    .primaryKey()
    .references(() => saleEvent.identity),
  debtReference: c
    .text('debt_reference')
    .notNull()
    .unique()
    .references(() => debt.reference),
}))

export const saleLine = pgTable(
  'sale_line',
  (c) => ({
    identity: textReference('identity', () => saleEvent.identity),
    /** Its number, from 1; of a return, that of the sale's line. */
    number: c.integer('number').notNull(),
    /** Empty in a return: it is that of the sale's line. */
    product: c.text('product').notNull(),
    millilitres: c.integer('millilitres').notNull(),
    unitPrice: c.integer('unit_price').notNull(),
    amount: c.bigint('amount', { mode: 'number' }).notNull(),
    /** The member's purchase (`movement`); null without a member, in a return, and when the void came first. */
    rrn: c.text('rrn'),
    points: c.integer('points').notNull().default(0),
    /** Points of the rule for what remains: 0 after a void. */
    pointsDue: c.integer('points_due').notNull().default(0),
    /** Points that voids and returns took back. */
    pointsTaken: c.integer('points_taken').notNull().default(0),
  }),
  (t) => [
    primaryKey({ columns: [t.identity, t.number] }),
    uniqueIndex('sale_line_movement').on(t.rrn).where(sql`rrn is not null`),
  ],
)

/** An exception of a sale that is kept for an operator to decide on. */
export const saleConflict = pgTable(
  'sale_conflict',
  (c) => ({
    /** Of identity, station and what is kept of the content: a repeat meets the same row. */
    id: c.uuid('id').primaryKey(),
    identity: c.text('identity').notNull(),
    branchCode: textReference('branch_code', () => branch.code),
    terminalId: uuidReference('terminal_id', () => terminal.id),
    /**
     * `content`: the identity has another content; `account_paid`: less is due than the paid debt;
     * `account_refused`: the loyalty has no account for it; `terminal`: the day of the terminal is far from
     * its past, and the content is `UnusualDay`; else why
     * the item does not fit the sale that came after it.
     */
    reason: c.text('reason').notNull(),
    /** The item without what names the member, whose account may be erased. */
    content: c.jsonb('content').$type<object>().notNull(),
    at: instant('at').notNull(),
    /** When an operator closed it, and who; null while it waits. */
    closedAt: instant('closed_at'),
    closedBy: c.uuid('closed_by'),
  }),
  (t) => [index('sale_conflict_waiting').on(t.at).where(sql`closed_at is null`)],
)

/** What a till counted in a shift: only what is not 0. */
export interface ShiftTotals {
  sales: number
  voids: number
  returns: number
  /** Cents of the sales by currency. */
  amounts: Record<string, number>
  /** Millilitres of the sales by product. */
  millilitres: Record<string, number>
}

/** A shift of a terminal or of a whole station. Its row is the lock of its sales against its close. */
export const shift = pgTable(
  'shift',
  (c) => ({
    branchCode: textReference('branch_code', () => branch.code),
    /** The terminal's id; empty: the shift of all terminals of the station. */
    scope: c.text('scope').notNull(),
    code: c.text('code').notNull(),
    /** `exception`: the till closed it with other totals than those of its sales (T3). */
    state: c
      .text('state', { enum: ['open', 'closed', 'exception'] })
      .notNull()
      .default('open'),
    /** The totals of the till's newest close; null before the first. */
    totals: c.jsonb('totals').$type<ShiftTotals>(),
    closedAt: instant('closed_at'),
    /** When an operator looked into an exception; it waits again once the till closes the shift anew. */
    answeredAt: instant('answered_at'),
  }),
  (t) => [
    primaryKey({ columns: [t.branchCode, t.scope, t.code] }),
    index('shift_exception').on(t.closedAt).where(sql`state = 'exception'`),
    check('shift_totals', sql`(${t.state} = 'open') = (${t.totals} is null)`),
  ],
)
