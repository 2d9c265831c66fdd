import { eq } from 'drizzle-orm'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, USER } from '#contract/roles.ts'
import { countPasskeys, removePasskeysOf } from '#db/accounts/passkeys.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { removeFactor, storeEnrolmentCode } from '#db/accounts/secondFactors.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { exceptionTaken, operatorStation } from '#db/tables/operators.ts'
import { personRole } from '#db/tables/people.ts'

/**
 * Result of `setRole`: `given`; `codeStored` given, and the account enrols its second factor with the
 * code; `unknown` no such account, `unconfirmed` the account is not confirmed, `driver` the account
 * has loyalties, which other roles have no pages for, `last` it is the only administrator.
 */
export type SetRoleResult = 'given' | 'codeStored' | 'unknown' | 'unconfirmed' | 'driver' | 'last'

export interface RoleChange {
  role: RoleCode
  /** The operator that changes it; left out: the command line, whose entries name the person that gets the role. */
  actorId?: string
  /** Removes the factor in force and the passkeys, for one that was lost. */
  removesFactor: boolean
  /** SHA-256 of the one-time code with which an operator without a factor enrols one; left out: they get it later. */
  codeHash?: Buffer
  codeExpiresAt?: Date
  now: Date
  /** Tells the person, in the same transaction. */
  tell?: (tx: Db, email: string, role: RoleCode) => Promise<void>
}

/**
 * Replaces the roles of a confirmed account with one role and ends its sessions, so that the next
 * login applies the rules of the role. An operator without a second factor gets a one-time code to
 * enrol one. An account with loyalties keeps the role of a driver.
 * @param email in lower case
 * @returns what was done, or why nothing was changed
 */
export const setRole = (db: Db, email: string, change: RoleChange): Promise<SetRoleResult> =>
  inTransaction(db, async (tx) => {
    const found = await personByEmail(tx, email)
    return found ? await changeRole(tx, found.id, change) : 'unknown'
  })

/** The same of a person's id, as the last of the caller's transaction. */
export async function changeRole(
  tx: Db,
  personId: string,
  change: RoleChange,
): Promise<SetRoleResult> {
  const { role, removesFactor, codeHash, codeExpiresAt, actorId = personId, now } = change
  const person = await lockPerson(tx, personId)
  if (!person) return 'unknown'
  if (!person.confirmedAt) return 'unconfirmed'
  const held = await tx.$count(loyalty, eq(loyalty.personId, personId))
  if (held > 0 && role !== USER) return 'driver'
  if (role !== ADMINISTRADOR && (await isLastAdministrator(tx, personId))) return 'last'
  const taken = await tx
    .delete(personRole)
    .where(eq(personRole.personId, personId))
    .returning({ role: personRole.roleCode })
  await tx.insert(personRole).values({ personId, roleCode: role })
  await tx.delete(exceptionTaken).where(eq(exceptionTaken.personId, personId))
  if (role !== PETROBRAS)
    await tx.delete(operatorStation).where(eq(operatorStation.personId, personId))
  await revokeSessionsOf(tx, personId, now)
  // An enrolment that was begun without the new code does not end with it.
  const hasFactor = await removeFactor(tx, personId, removesFactor ? 'any' : 'unconfirmed')
  // A driver's passkey needed no one-time code, so that it is no second factor of an operator.
  const wasOperator = taken.some((one) => one.role !== USER)
  if (removesFactor || (role !== USER && !wasOperator)) await removePasskeysOf(tx, personId)
  const hasPasskey = (await countPasskeys(tx, personId)) > 0
  const codeStored = role !== USER && !hasFactor && !hasPasskey
  if (codeStored && codeHash && codeExpiresAt)
    await storeEnrolmentCode(tx, { personId, codeHash, expiresAt: codeExpiresAt })
  await change.tell?.(tx, person.email, role)
  const entry = { actorId, subject: personId, at: now }
  for (const detail of taken)
    if (detail.role !== role) await appendAuditEntry(tx, { ...entry, action: 'roleTaken', detail })
  const detail = { role, ...(removesFactor && { removesFactor }) }
  await appendAuditEntry(tx, { ...entry, action: 'roleGiven', detail })
  return codeStored ? 'codeStored' : 'given'
}

/**
 * The people that administer the network. Their rows stay locked until the end of the transaction: of two
 * takings at once the second sees what the first left.
 */
export async function lockAdministrators(tx: Db): Promise<string[]> {
  const rows = await tx
    .select()
    .from(personRole)
    .where(eq(personRole.roleCode, ADMINISTRADOR))
    .orderBy(personRole.personId)
    .for('update')
  return rows.map(({ personId }) => personId)
}

/** S17. Whether a person is the only administrator. */
export async function isLastAdministrator(tx: Db, personId: string): Promise<boolean> {
  const all = await lockAdministrators(tx)
  return all.length === 1 && all[0] === personId
}
