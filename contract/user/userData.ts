import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { User } from '#contract/entities/user.ts'
import { Role } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** The person's own profile, loyalties and roles as they are now. */
export const userData = service({
  group: 'user',
  name: 'userData',
  access: 'signedIn',
  request: {},
  response: { user: User, loyalties: z.array(Loyalty), roles: z.array(Role) },
})
