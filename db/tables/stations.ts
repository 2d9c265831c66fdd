import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { BORDER_SIDES } from '#contract/entities/taxLaws.ts'

export const branch = pgTable('branch', (c) => ({
  code: c.text('code').primaryKey(),
  name: c.text('name').notNull(),
  address: c.text('address').notNull(),
  department: c.text('department').notNull(),
  latitude: c.doublePrecision('latitude').notNull(),
  longitude: c.doublePrecision('longitude').notNull(),
  openingHours: c.text('opening_hours').notNull(),
  services: c.jsonb('services').$type<{ code: string; values: string[] }[]>().notNull(),
  /** The country of the border crossing within 20 km (Decreto 398/007); null: none, or not known. */
  borderSide: c.text('border_side', { enum: BORDER_SIDES }),
  /** The RUTs that issue its fiscal documents, 12 digits each; empty: not known, and any may. */
  ruts: c.jsonb('ruts').$type<string[]>().notNull().default([]),
}))

/** Official maximum prices by decree, one row per change. */
export const fuelPrice = pgTable(
  'fuel_price',
  (c) => ({
    product: c.text('product').notNull(),
    validFrom: c.date('valid_from').notNull(),
    /** Last day; null: until the day before the next row begins. */
    validTo: c.date('valid_to'),
    /** Cents of peso per litre (supergas: per kilogram). */
    price: c.integer('price').notNull(),
    /** The decree that sets it; empty: not known. */
    decree: c.text('decree').notNull().default(''),
  }),
  (t) => [primaryKey({ columns: [t.product, t.validFrom] })],
)

/** Rates of the tax-refund laws, one row per change. */
export const refundRate = pgTable(
  'refund_rate',
  (c) => ({
    /** The tax-refund indicator of the law. */
    indicator: c.integer('indicator').notNull(),
    /** The border on which it holds; empty: everywhere. */
    side: c.text('side', { enum: ['', ...BORDER_SIDES] }).notNull(),
    validFrom: c.date('valid_from').notNull(),
    /** Last day; null: until the day before the next row begins. */
    validTo: c.date('valid_to'),
    /** Hundredths of a percent: 200 is 2 %. */
    basisPoints: c.integer('basis_points').notNull(),
    /** The decree or resolution that sets it. */
    decree: c.text('decree').notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.indicator, t.side, t.validFrom] }),
    check('refund_rate_days', sql`${t.validTo} is null or ${t.validTo} >= ${t.validFrom}`),
    check('refund_rate_points', sql`${t.basisPoints} between 0 and 10000`),
  ],
)
