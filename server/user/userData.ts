import { ROLES } from '#contract/pageAccess.ts'
import { INVALID_SESSION, SESSION_OVER } from '#contract/responseCodes.ts'
import { USER } from '#contract/roles.ts'
import { type SecondFactorState, userData } from '#contract/user/userData.ts'
import { personById } from '#db/accounts/people.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import type { Db } from '#db/connection.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { type AuthenticatedCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { toUser } from '#server/user/toUser.ts'

export default defineHandler(userData, async ({ db }, _fields, caller) => {
  const person = await personById(db, caller.personId)
  if (!person) throw refuse(INVALID_SESSION, SESSION_OVER)
  return {
    user: toUser(person),
    loyalties: await loyaltiesOf(db, person.id),
    roles: caller.roles.map((code) => ROLES[code]),
    secondFactor: await secondFactorOf(db, caller),
  }
})

async function secondFactorOf(
  db: Db,
  { personId, roles, secondFactor }: AuthenticatedCaller,
): Promise<SecondFactorState> {
  if (secondFactor) return 'shown'
  // Spares the drivers, who have no second factor, the query.
  if (roles.every((role) => role === USER)) return 'none'
  return (await confirmedFactor(db, personId)) ? 'notShown' : 'none'
}
