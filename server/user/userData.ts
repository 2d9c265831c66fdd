import { ROLES } from '#contract/pageAccess.ts'
import { userData } from '#contract/user/userData.ts'
import { personById } from '#db/accounts/people.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { toUser } from '#server/auth/toUser.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { sessionOver } from '#server/http/errors.ts'

export default defineHandler(userData, async ({ db, now }, _fields, caller) => {
  const person = await personById(db, caller.personId)
  if (!person) throw sessionOver()
  return {
    user: toUser(person),
    loyalties: await loyaltiesOf(db, person.id, now()),
    roles: caller.roles.map((code) => ROLES[code]),
    secondFactor: caller.secondFactor,
  }
})
