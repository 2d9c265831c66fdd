import { date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#db/tables/columns.ts'

export const person = pgTable('person', {
  id: uuid('id').primaryKey(),
  /** Lower case; one account each. */
  email: text('email').notNull().unique(),
  /** Argon2id in PHC form. */
  passwordHash: text('password_hash').notNull(),
  /** Null until the mailed code came back. */
  confirmedAt: instant('confirmed_at'),
  /** When the person agreed to how their data is used (Ley 18.331). */
  consentAt: instant('consent_at'),
  /** Gone: the row stays for the ledger's sake, without anything that names them. */
  deletedAt: instant('deleted_at'),
  firstName: text('first_name').notNull(),
  firstSurname: text('first_surname').notNull(),
  documentNumber: text('document_number').notNull().unique(),
  birthdate: date('birthdate').notNull(),
  sex: text('sex', { enum: ['F', 'M', 'X'] }).notNull(),
  mobile: text('mobile').notNull(),
  address: text('address').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const personRole = pgTable(
  'person_role',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    roleCode: text('role_code', { enum: ['1', '2', '3', '4'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.roleCode] })],
)
