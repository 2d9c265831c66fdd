import { eq } from 'drizzle-orm'
import { type RoleCode, USER } from '#contract/roles.ts'
import { countPasskeys, removePasskeysOf } from '#db/accounts/passkeys.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { removeFactor, storeEnrolmentCode } from '#db/accounts/secondFactors.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { personRole } from '#db/tables/people.ts'

/**
 * Result of `setRole`: `given`; `codeStored` given, and the account enrols its second factor with the
 * code; `unknown` no such account, `unconfirmed` the account is not confirmed, `driver` the account
 * has loyalties, which other roles have no pages for.
 */
export type SetRoleResult = 'given' | 'codeStored' | 'unknown' | 'unconfirmed' | 'driver'

interface RoleChange {
  role: RoleCode
  /** Removes the factor in force and the passkeys, for one that was lost. */
  removesFactor: boolean
  /** SHA-256 of the one-time code with which an operator without a factor enrols one. */
  codeHash: Buffer
  codeExpiresAt: Date
  now: Date
}

/**
 * Replaces the roles of a confirmed account with one role and ends its sessions, so that the next
 * login applies the rules of the role. An operator without a second factor gets a one-time code to
 * enrol one. An account with loyalties keeps the role of a driver.
 * @param email in lower case
 * @returns what was done, or why nothing was changed
 */
export async function setRole(
  db: Db,
  email: string,
  { role, removesFactor, codeHash, codeExpiresAt, now }: RoleChange,
): Promise<SetRoleResult> {
  return await inTransaction(db, async (tx) => {
    const found = await personByEmail(tx, email)
    const person = found && (await lockPerson(tx, found.id))
    if (!person) return 'unknown'
    if (!person.confirmedAt) return 'unconfirmed'
    const personId = person.id
    const held = await tx.$count(loyalty, eq(loyalty.personId, personId))
    if (held > 0 && role !== USER) return 'driver'
    const taken = await tx
      .delete(personRole)
      .where(eq(personRole.personId, personId))
      .returning({ role: personRole.roleCode })
    await tx.insert(personRole).values({ personId, roleCode: role })
    await revokeSessionsOf(tx, personId, now)
    // An enrolment that was begun without the new code does not end with it.
    const hasFactor = await removeFactor(tx, personId, removesFactor ? 'any' : 'unconfirmed')
    // A driver's passkey needed no one-time code, so that it is no second factor of an operator.
    const wasOperator = taken.some((one) => one.role !== USER)
    if (removesFactor || (role !== USER && !wasOperator)) await removePasskeysOf(tx, personId)
    const hasPasskey = (await countPasskeys(tx, personId)) > 0
    const codeStored = role !== USER && !hasFactor && !hasPasskey
    if (codeStored) await storeEnrolmentCode(tx, { personId, codeHash, expiresAt: codeExpiresAt })
    // The command line has no account of its own: the entry names the person that got the role.
    const entry = { actorId: personId, at: now }
    for (const detail of taken)
      if (detail.role !== role)
        await appendAuditEntry(tx, { ...entry, action: 'roleTaken', detail })
    const detail = removesFactor ? { role, removesFactor } : { role }
    await appendAuditEntry(tx, { ...entry, action: 'roleGiven', detail })
    return codeStored ? 'codeStored' : 'given'
  })
}
