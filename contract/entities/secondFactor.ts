import * as z from 'zod/mini'
import { isRideHailing, type RoleCode } from '#contract/roles.ts'

/**
 * The second factor of a session: `shown` in this session, `notShown` when the account has one that
 * this session has not shown, `none` when the account has none in force.
 */
export const SecondFactorState = z.enum(['shown', 'notShown', 'none'])
export type SecondFactorState = z.infer<typeof SecondFactorState>

/**
 * Whether a session may only show or enrol its second factor, read `roles` and `userData`, and log
 * out (S9): the account has a factor that the session has not shown, or has roles that require one.
 */
export const awaitsSecondFactor = (
  state: SecondFactorState,
  roles: readonly { code: RoleCode }[],
): boolean => state === 'notShown' || (state === 'none' && isRideHailing(roles))
