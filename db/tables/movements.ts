import { sql } from 'drizzle-orm'
import { index, pgTable } from 'drizzle-orm/pg-core'
import { instant, textReference } from '#db/tables/columns.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { branch } from '#db/tables/stations.ts'

export const movement = pgTable(
  'movement',
  (c) => ({
    rrn: c.text('rrn').primaryKey(),
    loyaltyCode: textReference('loyalty_code', () => loyalty.code),
    at: instant('at').notNull(),
    kind: c.text('kind', { enum: ['MOVEMENTS', 'SUSCRIPTION'] }).notNull(),
    branchCode: textReference('branch_code', () => branch.code),
    product: c.text('product').notNull(),
    millilitres: c.integer('millilitres').notNull(),
    currency: c.text('currency', { enum: ['858', '840'] }).notNull(),
    /** Cents paid, after the discount. */
    amount: c.bigint('amount', { mode: 'number' }).notNull(),
    discount: c.bigint('discount', { mode: 'number' }).notNull(),
    points: c.integer('points').notNull(),
    plate: c.text('plate').notNull().default(''),
    /** When a till's report of it arrived, from which its statement counts it; null: at `at`, by no till. */
    postedAt: instant('posted_at'),
  }),
  // The order of the pages: a range of one loyalty is read along this index.
  (t) => [
    index('movement_page').on(t.loyaltyCode, t.at.desc(), t.rrn.desc()),
    // Of the reports, which read the others by their sales.
    index('movement_without_till').on(t.at).where(sql`posted_at is null`),
  ],
)
