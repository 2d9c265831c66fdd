import { ROLES } from '#contract/pageAccess.ts'
import { roles } from '#contract/user/roles.ts'
import { serve } from '#server/http/defineHandler.ts'

export default serve(roles, async (_context, _fields, caller) => ({
  list: caller.roles.map((code) => ROLES[code]),
}))
