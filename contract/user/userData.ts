import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { User } from '#contract/entities/user.ts'
import { Role } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * The second factor of a session: `shown` in this session, `notShown` when the account has one that
 * this session has not shown, `none` when the account has none in force.
 */
export const SecondFactorState = z.enum(['shown', 'notShown', 'none'])
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** The caller's profile, loyalties in force, roles, and the second factor of the session. */
export const userData = service({
  group: 'user',
  name: 'userData',
  access: 'signedIn',
  request: {},
  response: {
    user: User,
    loyalties: z.array(Loyalty),
    roles: z.array(Role),
    /** `none` for a driver: only operators have a second factor. */
    secondFactor: SecondFactorState,
  },
})
