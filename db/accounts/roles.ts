import { eq } from 'drizzle-orm'
import { type RoleCode, USER } from '#contract/roles.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { personRole } from '#db/tables/people.ts'

/**
 * Result of `setRole`: `unknown` no such account, `unconfirmed` the account is not confirmed, `driver`
 * the account has loyalties, which other roles have no pages for.
 */
export type SetRoleResult = 'given' | 'unknown' | 'unconfirmed' | 'driver'

/**
 * Replaces the roles of a confirmed account with one role and ends its sessions, so that the next
 * login applies the rules of the role. An account with loyalties keeps the role of a driver.
 * @param email in lower case
 * @returns `given`, or why nothing was changed
 */
export async function setRole(
  db: Db,
  email: string,
  role: RoleCode,
  now: Date,
): Promise<SetRoleResult> {
  return await inTransaction(db, async (tx) => {
    const found = await personByEmail(tx, email)
    const person = found && (await lockPerson(tx, found.id))
    if (!person) return 'unknown'
    if (!person.confirmedAt) return 'unconfirmed'
    const [membership] = await tx
      .select()
      .from(loyalty)
      .where(eq(loyalty.personId, person.id))
      .limit(1)
    if (membership && role !== USER) return 'driver'
    const taken = await tx
      .delete(personRole)
      .where(eq(personRole.personId, person.id))
      .returning({ role: personRole.roleCode })
    await tx.insert(personRole).values({ personId: person.id, roleCode: role })
    await revokeSessionsOf(tx, person.id, now)
    // The command line has no account of its own: the entry names the person that got the role.
    const entry = { actorId: person.id, subject: person.id, at: now }
    for (const detail of taken)
      if (detail.role !== role)
        await appendAuditEntry(tx, { ...entry, action: 'roleTaken', detail })
    await appendAuditEntry(tx, { ...entry, action: 'roleGiven', detail: { role } })
    return 'given'
  })
}
