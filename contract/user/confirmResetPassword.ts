import { defineCall } from '#contract/call.ts'
import { NewPassword } from '#contract/fields/password.ts'
import { UserName } from '#contract/fields/profile.ts'
import { LinkBase, VerificationCode } from '#contract/fields/verificationCode.ts'

/**
 * Sets a new password with the verification code of `resetPassword` and ends all sessions of the
 * account. An account that was not confirmed becomes confirmed. The code may also be that of the link
 * with which the old address stops or undoes a change of email.
 * Errors: as `confirmAddUser`; 05 also for a common password.
 */
export const confirmResetPassword = defineCall('user', 'confirmResetPassword', {
  access: 'open',
  request: () => ({
    user: UserName,
    password: NewPassword,
    code: VerificationCode,
    link: LinkBase,
  }),
})
