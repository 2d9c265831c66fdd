import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
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

/** A change of roles that involves the role 1: one administrator proposes it, another one confirms it. */
export const roleProposal = pgTable(
  'role_proposal',
  (c) => ({
    id: c.uuid('id').primaryKey(),
    personId: ofPerson(),
    /** The role that the person gets in place of theirs. */
    role: c.text('role', { enum: ['1', '2', '3', '4'] }).notNull(),
    proposedBy: c
      .uuid('proposed_by')
      .notNull()
      .references(() => person.id),
    proposedAt: instant('proposed_at').notNull(),
    state: c
      .text('state', { enum: ['waiting', 'confirmed', 'rejected'] })
      .notNull()
      .default('waiting'),
    decidedBy: c.uuid('decided_by').references(() => person.id),
    decidedAt: instant('decided_at'),
  }),
  (t) => [
    uniqueIndex('role_proposal_waiting').on(t.personId).where(sql`state = 'waiting'`),
    index('role_proposal_of_person').on(t.personId, t.proposedAt),
    // S16: who proposed a change confirms it no more than whom it is about.
    check(
      'role_proposal_two',
      sql`${t.state} <> 'confirmed' or (${t.decidedBy} <> ${t.proposedBy} and ${t.decidedBy} <> ${t.personId})`,
    ),
    check('role_proposal_state', sql`(${t.state} = 'waiting') = (${t.decidedAt} is null)`),
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
