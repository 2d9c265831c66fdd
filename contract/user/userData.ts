import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { User } from '#contract/entities/user.ts'
import { Role } from '#contract/roles.ts'

/** The caller's profile, loyalties in force, roles, and the second factor of the session. */
export const userData = defineCall('user', 'userData', {
  access: 'signedIn',
  beforeSecondFactor: true,
  response: () => ({
    user: User,
    loyalties: z.array(Loyalty),
    roles: z.array(Role),
    /** The state of this session; an operator's other calls get 05 until it is `shown`. */
    secondFactor: SecondFactorState,
  }),
})
