import { ROLES } from '#contract/pageAccess.ts'
import { roles } from '#contract/user/roles.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(roles, async (_context, _fields, caller) => ({
  list: caller.roles.map((code) => ROLES[code]),
}))
