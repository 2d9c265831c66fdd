import { logout } from '#contract/user/logout.ts'
import { revokeSession } from '#db/accounts/sessions.ts'
import { serve } from '#server/http/defineHandler.ts'

export default serve(logout, async ({ db, now }, _fields, caller) => {
  await revokeSession(db, caller.sessionHash, now())
  caller.bind(null)
  return {}
})
