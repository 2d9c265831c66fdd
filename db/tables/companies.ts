import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, textReference } from '#db/tables/columns.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** A driver who was invited to a company: to a loyalty with a RUT. */
export const companyDriver = pgTable(
  'company_driver',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    /** The company's loyalty, whose holder sees what the driver buys with its vehicles. */
    loyaltyCode: textReference('loyalty_code', () => loyalty.code),
    /** The invited address: the key of the driver's account. */
    email: c.text('email').notNull(),
    /** The driver, once the invitation was accepted. */
    personId: c.uuid('person_id').references(() => person.id),
    /** The driver's loyalty whose purchases are seen. */
    driverLoyalty: c.text('driver_loyalty').references(() => loyalty.code),
    invitedAt: instant('invited_at').notNull(),
    acceptedAt: instant('accepted_at'),
    /** When holder or driver ended it; null while it is in force. */
    endedAt: instant('ended_at'),
  }),
  (t) => [
    uniqueIndex('company_driver_in_force').on(t.loyaltyCode, t.email).where(sql`ended_at is null`),
    index('company_driver_of_company').on(t.loyaltyCode),
    index('company_driver_of_address').on(t.email).where(sql`ended_at is null`),
    index('company_driver_of_person').on(t.personId).where(sql`person_id is not null`),
    index('company_driver_unanswered').on(t.invitedAt).where(sql`accepted_at is null`),
    check(
      'company_driver_accepted',
      sql`num_nonnulls(${t.personId}, ${t.driverLoyalty}, ${t.acceptedAt}) in (0, 3)`,
    ),
  ],
)

/** The IVA in the price of a product that a company may deduct, one row per change. */
export const deductibleTax = pgTable(
  'deductible_tax',
  (c) => ({
    product: c.text('product').notNull(),
    validFrom: c.date('valid_from').notNull(),
    /** Last day; null: until the day before the next row begins. */
    validTo: c.date('valid_to'),
    /** Hundredths of a percent on the net price: 2200 is 22 %. */
    basisPoints: c.integer('basis_points').notNull(),
    /** The law or decree that sets it. */
    decree: c.text('decree').notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.product, t.validFrom] }),
    check('deductible_tax_points', sql`${t.basisPoints} between 0 and 10000`),
  ],
)
