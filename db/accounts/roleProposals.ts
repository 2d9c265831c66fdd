import { desc, eq, sql } from 'drizzle-orm'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { rolesOf } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import {
  changeRole,
  lockAdministrators,
  type RoleChange,
  type SetRoleResult,
} from '#db/accounts/roles.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { operatorInvitation, operatorStation, roleProposal } from '#db/tables/operators.ts'
import { person } from '#db/tables/people.ts'
import { branch } from '#db/tables/stations.ts'

/** What an operator changes of a person's roles. */
interface Change extends RoleChange {
  personId: string
  actorId: string
}

/**
 * Changes the role of a person, or proposes it: a change that gives or takes the role 1 needs a second
 * administrator.
 * @param id of the proposal
 * @returns `proposed`; `has` they have the role; `waits` another
 * proposal about them waits; else as `setRole`
 */
export async function changeOrProposeRole(
  tx: Db,
  change: Change,
  id: string,
): Promise<SetRoleResult | 'proposed' | 'has' | 'waits'> {
  const { personId, role, actorId, now: at } = change
  // A confirmation meanwhile may change the roles.
  const target = await lockPerson(tx, personId)
  const roles = await rolesOf(tx, personId)
  if (roles.includes(role)) return 'has'
  if (role !== ADMINISTRADOR && !roles.includes(ADMINISTRADOR))
    return await changeRole(tx, personId, change)
  if (!target?.confirmedAt) return 'unconfirmed'
  const proposal = { id, personId, role, proposedBy: actorId, proposedAt: at }
  const { rowCount } = await tx.insert(roleProposal).values(proposal).onConflictDoNothing()
  if (!rowCount) return 'waits'
  const entry = { actorId, subject: personId, detail: { role }, at }
  await appendAuditEntry(tx, { ...entry, action: 'proposeRole' })
  return 'proposed'
}

/** The proposal about a person that waits, with the name of who made it; undefined without one. */
export async function waitingProposal(db: Db, personId: string) {
  const [found] = await db
    .select({
      id: roleProposal.id,
      role: roleProposal.role,
      proposedAt: roleProposal.proposedAt,
      proposedBy: roleProposal.proposedBy,
      by: sql<string>`${person.firstName} || ' ' || ${person.firstSurname}`,
    })
    .from(roleProposal)
    .innerJoin(person, eq(person.id, roleProposal.proposedBy))
    .where(whereEquals(roleProposal, { personId, state: 'waiting' }))
    .orderBy(desc(roleProposal.proposedAt))
  return found
}

/**
 * S16. Confirms or rejects a waiting proposal. Of two decisions one counts. Who proposed it may reject it,
 * and does not confirm it.
 * @returns `rejected`; `decided` none waits; `own` proposed by the actor, or about them;
 * `withdrawn` who proposed it no longer administers the network; else as `setRole`
 */
export async function decideRole(
  tx: Db,
  { confirms, ...change }: Omit<Change, 'role'> & { confirms: boolean },
): Promise<SetRoleResult | 'rejected' | 'decided' | 'own' | 'withdrawn'> {
  const { personId, actorId, now: at } = change
  const administrators = await lockAdministrators(tx)
  const waiting = whereEquals(roleProposal, { personId, state: 'waiting' })
  const [found] = await tx.select().from(roleProposal).where(waiting).for('update')
  if (!found) return 'decided'
  const { id, role, proposedBy } = found
  if (personId === actorId || (confirms && proposedBy === actorId)) return 'own'
  if (confirms && !administrators.includes(proposedBy)) return 'withdrawn'
  const decided = { decidedBy: actorId, decidedAt: at }
  const store = (state: 'confirmed' | 'rejected') =>
    tx
      .update(roleProposal)
      .set({ ...decided, state })
      .where(eq(roleProposal.id, id))
  if (confirms) {
    await store('confirmed')
    return await changeRole(tx, personId, { ...change, role })
  }
  await store('rejected')
  const entry = { actorId, subject: personId, detail: { role }, at }
  await appendAuditEntry(tx, { ...entry, action: 'rejectRole' })
  return 'rejected'
}

/**
 * Binds a person of the role 4 to stations, in place of those before.
 * @param codes none: they see all stations
 * @returns the codes that no station has; without one they are bound
 */
export async function bindStations(
  tx: Db,
  {
    personId,
    codes,
    actorId,
    now: at,
  }: { personId: string; codes: readonly string[]; actorId: string; now: Date },
): Promise<string[]> {
  const known = (await tx.select({ code: branch.code }).from(branch)).map(({ code }) => code)
  const unknown = codes.filter((code) => !known.includes(code))
  if (unknown.length > 0) return unknown
  await tx.delete(operatorStation).where(eq(operatorStation.personId, personId))
  if (codes.length > 0)
    await tx.insert(operatorStation).values(codes.map((branchCode) => ({ personId, branchCode })))
  const detail = { stations: codes.join(' ') }
  await appendAuditEntry(tx, { actorId, action: 'bindStations', subject: personId, detail, at })
  return []
}

/** Stores that the person of an email gets a role as soon as they confirm their account, until `expiresAt`. */
export async function storeInvitation(
  tx: Db,
  { email, ...values }: typeof operatorInvitation.$inferInsert,
): Promise<void> {
  const target = operatorInvitation.email
  await tx
    .insert(operatorInvitation)
    .values({ email, ...values })
    .onConflictDoUpdate({ target, set: values })
}

/** The invitation of an email that has not ended. */
export async function invitationOf(db: Db, email: string, now: Date) {
  const [found] = await db
    .select()
    .from(operatorInvitation)
    .where(
      sql`${operatorInvitation.email} = ${email} and ${operatorInvitation.expiresAt} > ${now}::timestamptz`,
    )
  return found
}

/** Gives a person that has confirmed their account the role that they were invited for, as the last of its transaction. */
export async function acceptInvitation(
  tx: Db,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  const invitation = await invitationOf(tx, email, now)
  if (!invitation) return
  await tx.delete(operatorInvitation).where(eq(operatorInvitation.email, email))
  const { role, invitedBy: actorId } = invitation
  // The invitation counts only while its author administers the network.
  if ((await rolesOf(tx, actorId)).includes(ADMINISTRADOR))
    await changeRole(tx, id, { role, removesFactor: false, actorId, now })
}
