import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'

/**
 * Checks a code of the authenticator app: it shows the factor in force to a session that has not
 * shown it, or puts a factor of `enrolSecondFactor` into force, which ends the other sessions of the
 * account. The session then has all its rights and continues with a new token; the old one gets 88.
 * Errors: 05 wrong or used code, or no factor enrolled; HTTP 429 after wrong codes.
 */
export const confirmSecondFactor = defineCall('user', 'confirmSecondFactor', {
  // Not only for operators: a former operator keeps the factor.
  access: 'signedIn',
  beforeSecondFactor: true,
  request: () => ({
    /** The current 6-digit code of the authenticator app, spaces allowed. */
    code: TotpCode.check(z.minLength(1, 'Ingresá el código de tu segundo factor.')),
  }),
  response: () => ({
    /** Token of the session from now on. */
    userSessionToken: z.string(),
  }),
})
