import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#db/tables/columns.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { branch } from '#db/tables/stations.ts'

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
    /** Cents paid, after the discount. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    discount: bigint('discount', { mode: 'number' }).notNull(),
    points: integer('points').notNull(),
    plate: text('plate').notNull().default(''),
  },
  // The order of the pages: a range of one loyalty is read along this index.
  (t) => [index('movement_page').on(t.loyaltyCode, t.at.desc(), t.rrn.desc())],
)
