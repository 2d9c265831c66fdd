import { pgTable, primaryKey } from 'drizzle-orm/pg-core'

export const branch = pgTable('branch', (c) => ({
  code: c.text('code').primaryKey(),
  name: c.text('name').notNull(),
  address: c.text('address').notNull(),
  department: c.text('department').notNull(),
  latitude: c.doublePrecision('latitude').notNull(),
  longitude: c.doublePrecision('longitude').notNull(),
  openingHours: c.text('opening_hours').notNull(),
  services: c.jsonb('services').$type<{ code: string; values: string[] }[]>().notNull(),
}))

/** Official maximum prices by decree, one row per change. */
export const fuelPrice = pgTable(
  'fuel_price',
  (c) => ({
    product: c.text('product').notNull(),
    validFrom: c.date('valid_from').notNull(),
    /** Cents of peso per litre (supergas: per kilogram). */
    price: c.integer('price').notNull(),
  }),
  (t) => [primaryKey({ columns: [t.product, t.validFrom] })],
)
