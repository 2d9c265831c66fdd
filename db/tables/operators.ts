import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, textReference } from '#db/tables/columns.ts'
import { ofPerson, person } from '#db/tables/people.ts'
import { branch } from '#db/tables/stations.ts'

/** The stations that a person of the role 4 sees; without a row they see all of the network. */
export const operatorStation = pgTable(
  'operator_station',
  () => ({
    personId: ofPerson(),
    branchCode: textReference('branch_code', () => branch.code),
  }),
  (t) => [
    primaryKey({ columns: [t.personId, t.branchCode] }),
    index('operator_station_of_branch').on(t.branchCode),
  ],
)

/**
 * Who has an exception, so that no two operators look into the same one. The row goes as the exception is
 * resolved, with the operator's role, and after 90 days.
 */
export const exceptionTaken = pgTable(
  'exception_taken',
  (c) => ({
    /** The id of the exception in its list: `sale:…`, `claim:…`. */
    id: c.text('id').primaryKey(),
    personId: ofPerson(),
    takenAt: instant('taken_at').notNull(),
  }),
  (t) => [
    index('exception_taken_of_person').on(t.personId),
    index('exception_taken_at').on(t.takenAt),
  ],
)

/** An email without an account whose person gets a role as soon as they register and confirm it. */
export const operatorInvitation = pgTable(
  'operator_invitation',
  (c) => ({
    /** In lower case. */
    email: c.text('email').primaryKey(),
    role: c.text('role', { enum: ['3', '4'] }).notNull(),
    invitedBy: c
      .uuid('invited_by')
      .notNull()
      .references(() => person.id),
    invitedAt: instant('invited_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  }),
  (t) => [index('operator_invitation_expiring').on(t.expiresAt)],
)

/** A view of a list of the console: its filters and its order, under a name. */
export const savedView = pgTable(
  'saved_view',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    /** Name of the kind. */
    kind: c.text('kind').notNull(),
    name: c.text('name').notNull(),
    /** As the address of the list has it. */
    search: c.jsonb('search').$type<Record<string, string>>().notNull(),
    /** Every operator that sees the kind has it. */
    shared: c.boolean('shared').notNull(),
    savedAt: instant('saved_at').notNull(),
  }),
  (t) => [
    uniqueIndex('saved_view_name').on(t.personId, t.kind, t.name),
    index('saved_view_shared').on(t.kind).where(sql`shared`),
  ],
)
