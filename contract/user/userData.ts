import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { User } from '#contract/entities/user.ts'
import { Role } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** The caller's profile, loyalties in force and roles. */
export const userData = service({
  group: 'user',
  name: 'userData',
  access: 'signedIn',
  request: {},
  response: { user: User, loyalties: z.array(Loyalty), roles: z.array(Role) },
})
