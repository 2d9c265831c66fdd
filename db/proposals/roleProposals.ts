import { ADMINISTRADOR } from '#contract/roles.ts'
import { rolesOf } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { changeRole, type RoleChange, type SetRoleResult } from '#db/accounts/roles.ts'
import type { Db } from '#db/core/db.ts'
import { propose } from '#db/proposals/proposals.ts'

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
  const { personId, role } = change
  // A confirmation meanwhile may change the roles.
  const target = await lockPerson(tx, personId)
  const roles = await rolesOf(tx, personId)
  if (roles.includes(role)) return 'has'
  if (role !== ADMINISTRADOR && !roles.includes(ADMINISTRADOR))
    return await changeRole(tx, personId, change)
  if (!target?.confirmedAt) return 'unconfirmed'
  const made = { id, kind: 'role' as const, subject: personId, content: { role } }
  return (await propose(tx, made, change)) ? 'proposed' : 'waits'
}
