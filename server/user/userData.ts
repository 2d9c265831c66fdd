import { INVALID_SESSION, SESSION_OVER } from '#contract/codes.ts'
import { ROLES } from '#contract/pages.ts'
import { userData } from '#contract/user/userData.ts'
import { loyaltiesOf } from '#db/loyalties.ts'
import { personById } from '#db/users.ts'
import { refuse, serve } from '#server/serve.ts'
import { toUser } from '#server/user/toUser.ts'

export default serve(userData, async ({ db }, _fields, caller) => {
  const person = await personById(db, caller.personId)
  if (!person) throw refuse(INVALID_SESSION, SESSION_OVER)
  return {
    user: toUser(person),
    loyalties: await loyaltiesOf(db, person.id),
    roles: caller.roles.map((code) => ROLES[code]),
  }
})
