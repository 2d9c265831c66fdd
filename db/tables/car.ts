import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { TypedKind } from '#contract/entities/car/logEntry.ts'
import type { ReminderKind } from '#contract/entities/car/reminder.ts'
import { instant } from '#db/tables/columns.ts'
import { movement } from '#db/tables/movements.ts'
import { ofPerson } from '#db/tables/people.ts'

/**
 * What a driver writes in the log of their cars: what is added to a purchase, which has its reference
 * number, or an entry of its own. Nothing of a purchase is copied: the till's report says it.
 */
export const carEntry = pgTable(
  'car_entry',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    /** The purchase; null for an entry of its own. */
    rrn: c.text('rrn').references(() => movement.rrn),
    kind: c.text('kind').$type<TypedKind | 'purchase'>().notNull(),
    /** Of a purchase: the plate that the driver assigned; empty for none. */
    plate: c.text('plate').notNull(),
    /** When the purchase was made, or noon of the day that was typed; of an imported one the time of its file. */
    at: instant('at').notNull(),
    odometer: c.integer('odometer'),
    full: c.boolean('full').notNull(),
    missed: c.boolean('missed').notNull(),
    note: c.text('note').notNull(),
    /** The rest is that of an entry of its own. */
    product: c.text('product').notNull().default(''),
    millilitres: c.integer('millilitres').notNull().default(0),
    /** Cents of pesos. */
    amount: c.bigint('amount', { mode: 'number' }).notNull().default(0),
    place: c.text('place').notNull().default(''),
    /** The import that added it. */
    importId: c.uuid('import_id'),
  }),
  (t) => [
    index('car_entry_of_person').on(t.personId, t.at),
    uniqueIndex('car_entry_of_purchase').on(t.rrn).where(sql`rrn is not null`),
    check('car_entry_purchase', sql`(${t.kind} = 'purchase') = (${t.rrn} is not null)`),
    check('car_entry_fuel', sql`(${t.kind} = 'fuel') = (${t.millilitres} > 0)`),
    check('car_entry_odometer', sql`${t.odometer} between 0 and 9999999`),
  ],
)

/** What a driver is reminded of: by a date, by an odometer, or by the first of both. */
export const carReminder = pgTable(
  'car_reminder',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    plate: c.text('plate').notNull(),
    kind: c.text('kind').$type<ReminderKind>().notNull(),
    note: c.text('note').notNull(),
    dueDate: c.date('due_date'),
    dueOdometer: c.integer('due_odometer'),
    /** After how many months and kilometres it comes back when it is done; null for never. */
    everyMonths: c.integer('every_months'),
    everyKm: c.integer('every_km'),
  }),
  (t) => [
    index('car_reminder_of_person').on(t.personId),
    check('car_reminder_due', sql`num_nonnulls(${t.dueDate}, ${t.dueOdometer}) > 0`),
  ],
)
