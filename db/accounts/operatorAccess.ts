import { eq, sql } from 'drizzle-orm'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { rolesOf } from '#db/accounts/people.ts'
import { changeRole } from '#db/accounts/roles.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { operatorInvitation, operatorStation } from '#db/tables/operators.ts'
import { branch } from '#db/tables/stations.ts'

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
