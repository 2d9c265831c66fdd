import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PaymentMeans } from '#contract/entities/accrualRule.ts'
import {
  type MembershipRequestDraft,
  REQUEST_STATES,
} from '#contract/entities/membershipRequest.ts'
import type { BankAccount } from '#contract/fields/bankAccount.ts'
import { bytes, instant, textReference } from '#db/tables/columns.ts'
import { ofPerson, person } from '#db/tables/people.ts'
export const programme = pgTable('programme', (c) => ({
  code: c.text('code').primaryKey(),
  name: c.text('name').notNull(),
  /** The role that decides first on requests; null when the network alone decides. */
  sponsorRole: c.text('sponsor_role', { enum: ['3'] }),
  /** Cents of pesos that a till gives for a point; 0: points are spent for rewards only. */
  pointValue: c.integer('point_value').notNull().default(0),
  /** Bounds of a sale, above which its points wait for an operator: the litres and the pesos of one, in millilitres and cents. */
  saleMillilitres: c.integer('sale_millilitres').notNull().default(800_000),
  saleAmount: c.bigint('sale_amount', { mode: 'number' }).notNull().default(10_000_000),
  /** The same of the sales of a member on one day. */
  daySales: c.integer('day_sales').notNull().default(10),
  dayMillilitres: c.integer('day_millilitres').notNull().default(1_200_000),
}))

/** An accrual rule: the points that a programme gives for what meets all its conditions. */
export const pointsRule = pgTable('points_rule', (c) => ({
  id: c.uuid('id').primaryKey().defaultRandom(),
  programme: textReference('programme', () => programme.code),
  /** Empty: any. */
  product: c.text('product').notNull(),
  /** 1 Monday to 7 Sunday, in the time of Montevideo; empty: any. */
  weekdays: c.jsonb('weekdays').$type<number[]>().notNull().default([]),
  hourFrom: c.integer('hour_from').notNull().default(0),
  /** The hour before which it ends; below `hourFrom` the hours go over midnight. */
  hourUntil: c.integer('hour_until').notNull().default(24),
  /** Of the payments of a sale, all of them; empty: any. */
  means: c.jsonb('means').$type<PaymentMeans[]>().notNull().default([]),
  validFrom: instant('valid_from').notNull(),
  /** Exclusive; null: without an end. */
  validUntil: instant('valid_until'),
  /** Points per whole litre. */
  perLitre: c.integer('per_litre').notNull(),
  /** Points per whole hundred pesos paid. */
  perHundred: c.integer('per_hundred').notNull(),
  /** Discount at the pump in basis points. */
  discountBasisPoints: c.integer('discount_basis_points').notNull(),
  /** Whole days after the posting date, at whose end the points can be spent; 0: at once. */
  pendingDays: c.integer('pending_days').notNull().default(1),
  /** Months after the posting date, at the end of whose last day the points expire. */
  expiresMonths: c.integer('expires_months').notNull().default(24),
}))

export const loyalty = pgTable(
  'loyalty',
  (c) => ({
    code: c.text('code').primaryKey(),
    personId: ofPerson(),
    programme: textReference('programme', () => programme.code),
    holder: c.text('holder').notNull(),
    clientRUT: c.text('client_rut').notNull().default(''),
    clientCardNumber: c.text('client_card_number').notNull().default(''),
    since: instant('since').notNull(),
    /** When the loyalty ended. The row stays for its history and is not listed. */
    endedAt: instant('ended_at'),
    /** The request from whose final authorisation the loyalty was created (A4). */
    requestReference: c.text('request_reference').unique(),
    accountBank: c.text('account_bank').notNull().default(''),
    accountBankType: c.text('account_bank_type').notNull().default(''),
    accountBankNumber: c.text('account_bank_number').notNull().default(''),
    accountBankBranch: c.text('account_bank_branch').notNull().default(''),
    accountName: c.text('account_name').notNull().default(''),
    /** Cents of pesos that it may owe for sales on account; 0: it has no account at the stations. */
    accountLimit: c.bigint('account_limit', { mode: 'number' }).notNull().default(0),
  }),
  (t) => [
    index('loyalty_of_person').on(t.personId, t.since),
    uniqueIndex('loyalty_in_force').on(t.personId, t.programme).where(sql`ended_at is null`),
    // A9: a card stands in one loyalty in force only.
    uniqueIndex('loyalty_card_once')
      .on(t.clientCardNumber)
      .where(sql`ended_at is null and client_card_number <> ''`),
    // Of a sale's member, also at an earlier time.
    index('loyalty_of_card').on(t.clientCardNumber).where(sql`client_card_number <> ''`),
  ],
)

/**
 * A change of the bank account of a person's loyalties. The link of the email that reports it undoes
 * it until it expires (docs/decisions/0009-accounts.md); only the hash of its token is stored.
 */
export const bankAccountChange = pgTable(
  'bank_account_change',
  (c) => ({
    personId: ofPerson(),
    /** 1, 2, 3 … in the order of the person's changes. */
    number: c.integer('number').notNull(),
    undoHash: bytes('undo_hash').notNull(),
    /** The accounts before the change, by the code of the loyalty. */
    earlier: c.jsonb('earlier').$type<Record<string, BankAccount>>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When it was undone, by its own link or with an earlier change. */
    endedAt: instant('ended_at'),
  }),
  (t) => [
    primaryKey({ columns: [t.personId, t.number] }),
    uniqueIndex('bank_account_change_of_link').on(t.undoHash),
    index('bank_account_change_expiring').on(t.expiresAt),
  ],
)

export const vehicle = pgTable(
  'vehicle',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    loyaltyCode: textReference('loyalty_code', () => loyalty.code),
    mark: c.text('mark').notNull(),
    plate: c.text('plate').notNull(),
    fuel: c.text('fuel').notNull(),
    removedAt: instant('removed_at'),
    /** Of a company's vehicle: its limits of a month in millilitres and cents of peso; 0: none. */
    limitMillilitres: c.integer('limit_millilitres').notNull().default(0),
    limitAmount: c.bigint('limit_amount', { mode: 'number' }).notNull().default(0),
  }),
  (t) => [
    index('vehicle_of_loyalty').on(t.loyaltyCode),
    index('vehicle_of_plate').on(t.plate),
    index('vehicle_limited').on(t.loyaltyCode).where(sql`limit_millilitres + limit_amount > 0`),
    // A8: a plate stands once among the vehicles in force of a loyalty.
    uniqueIndex('vehicle_plate_once').on(t.loyaltyCode, t.plate).where(sql`removed_at is null`),
  ],
)

export const membershipRequest = pgTable(
  'membership_request',
  (c) => ({
    reference: c.text('reference').primaryKey(),
    personId: ofPerson(),
    programme: textReference('programme', () => programme.code),
    state: c.text('state', { enum: REQUEST_STATES }).notNull(),
    /** The requested vehicle, RUT, card number and bank account. */
    draft: c.jsonb('draft').$type<Omit<MembershipRequestDraft, 'programme'>>().notNull(),
    /** The latest observations, and those of each stage; empty when there are none. */
    observations: c.text('observations').notNull().default(''),
    sponsorObservations: c.text('sponsor_observations').notNull().default(''),
    networkObservations: c.text('network_observations').notNull().default(''),
    leavingObservations: c.text('leaving_observations').notNull().default(''),
    at: instant('at').notNull(),
    /** Who decided at each stage, and when. */
    sponsorId: c.uuid('sponsor_id').references(() => person.id),
    sponsorAt: instant('sponsor_at'),
    networkId: c.uuid('network_id').references(() => person.id),
    networkAt: instant('network_at'),
  }),
  (t) => [
    index('membership_request_of_person').on(t.personId, t.at.desc()),
    index('membership_request_by_state').on(t.state, t.at.desc()),
    index('membership_request_newest').on(t.at, t.reference),
    index('membership_request_of_plate').on(sql`(draft -> 'vehicle' ->> 'plate')`),
    // At most one open request per person and programme, also under concurrency.
    uniqueIndex('membership_request_open')
      .on(t.personId, t.programme)
      .where(sql`state in ('PENDING', 'STATE_UBER_AUTHORIZED')`),
  ],
)
