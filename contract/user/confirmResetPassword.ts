import { service } from '#contract/service.ts'
import { LinkBase, VerificationCode } from '#contract/fields/verificationCode.ts'
import { NewPassword } from '#contract/fields/password.ts'
import { UserName } from '#contract/fields/profile.ts'

/**
 * The code of resetPassword comes back with a new password; every session of the person ends.
 * Errors as in confirmAddUser.
 */
export const confirmResetPassword = service({
  group: 'user',
  name: 'confirmResetPassword',
  access: 'open',
  request: { user: UserName, password: NewPassword, code: VerificationCode, link: LinkBase },
  response: {},
})
