import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Assertion } from '#contract/fields/passkeyCredential.ts'

/**
 * Shows the second factor of the session by a passkey of the caller, as `confirmSecondFactor` does by
 * a code. The session then has all its rights and continues with a new token; the old one gets 88.
 * Errors: 05 a passkey that is not the caller's, a signature that is not right, or a challenge that is
 * not of this session, was used or is older than five minutes; HTTP 429 after refusals.
 */
export const secondFactorPasskey = defineCall('passkey', 'secondFactorPasskey', {
  access: 'signedIn',
  beforeSecondFactor: true,
  request: () => ({ credential: Assertion }),
  response: () => ({
    /** Token of the session from now on. */
    userSessionToken: z.string(),
  }),
})
