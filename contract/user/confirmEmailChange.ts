import { defineCall } from '#contract/call.ts'
import { User } from '#contract/entities/user.ts'
import { TypedCode } from '#contract/fields/verificationCode.ts'

/**
 * Changes the caller's email with the two codes of `requestEmailChange`: the new address signs in from
 * then on, and the caller's other sessions end. Both addresses are notified; the old one can undo the
 * change for seven days, with a link and a new password (`confirmResetPassword`). The same codes again
 * are 00 again.
 * Errors: 05 with one sentence when a code is wrong, used or older than 10 minutes; HTTP 429 after
 * wrong codes.
 */
export const confirmEmailChange = defineCall('user', 'confirmEmailChange', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    /** The code that was sent to the old address; spaces, hyphens and case are ignored. */
    oldCode: TypedCode,
    /** The code that was sent to the new address; spaces, hyphens and case are ignored. */
    newCode: TypedCode,
  }),
  response: () => ({ user: User }),
})
