import { defineCall } from '#contract/call.ts'
import { UserName } from '#contract/fields/profile.ts'
import { LinkBase } from '#contract/fields/verificationCode.ts'

/**
 * Sends a verification code for a new password to the account's email; `confirmResetPassword` takes
 * it. The answer is 00 whether or not there is such an account.
 */
export const resetPassword = defineCall('user', 'resetPassword', {
  access: 'open',
  request: () => ({ user: UserName, link: LinkBase }),
})
