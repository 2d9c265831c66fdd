import {
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'

export const branch = pgTable('branch', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  department: text('department').notNull(),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  openingHours: text('opening_hours').notNull(),
  services: jsonb('services').$type<{ code: string; values: string[] }[]>().notNull(),
})

/** Official maximum prices by decree, one row per change. */
export const fuelPrice = pgTable(
  'fuel_price',
  {
    product: text('product').notNull(),
    validFrom: date('valid_from').notNull(),
    /** Cents of peso per litre (supergas: per kilogram). */
    price: integer('price').notNull(),
  },
  (t) => [primaryKey({ columns: [t.product, t.validFrom] })],
)
