import { ROLES } from '#contract/pages.ts'
import { roles } from '#contract/user/roles.ts'
import { serve } from '#server/serve.ts'

export default serve(roles, async (_context, _fields, caller) => ({
  list: caller.roles.map((code) => ROLES[code]),
}))
