import { logout } from '#contract/user/logout.ts'
import { revokeSession } from '#db/accounts/sessions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(logout, async ({ db, now }, _fields, caller) => {
  await revokeSession(db, caller.sessionHash, now())
  caller.bind(null)
  return {}
})
