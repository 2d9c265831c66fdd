import { eq } from 'drizzle-orm'
import { type RoleCode, USER } from '#contract/roles.ts'
import { appendAuditEntry } from '#db/audit.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { personRole } from '#db/tables/people.ts'
import { personByEmail } from '#db/accounts/people.ts'

/** What became of a role that was to be given. */
export type SetRoleResult = 'given' | 'unknown' | 'unconfirmed' | 'driver'

/**
 * Gives a confirmed account one role, and takes its others. Its sessions end: who decides over
 * others logs in anew. A driver's account stays one, because what they hold has no page elsewhere.
 * @param email in lower case
 * @returns why not, when it was not given
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
    const [held] = await tx.select().from(loyalty).where(eq(loyalty.personId, person.id)).limit(1)
    if (held && role !== USER) return 'driver'
    await tx.delete(personRole).where(eq(personRole.personId, person.id))
    await tx.insert(personRole).values({ personId: person.id, roleCode: role })
    await revokeSessionsOf(tx, person.id, now)
    // Whoever keeps the server gave it: nobody of the house's own people.
    const detail = { role }
    const line = { actorId: person.id, action: 'roleGiven', subject: person.id, detail, at: now }
    await appendAuditEntry(tx, line)
    return 'given'
  })
}
