import { defineCall } from '#contract/call.ts'
import { UserName } from '#contract/fields/profile.ts'
import { LinkBase, VerificationCode } from '#contract/fields/verificationCode.ts'

/**
 * Confirms an account with the verification code of `addUser`. With an empty code it requests a new
 * one by email; that answers 00 whether or not there is such an account. The same confirmation again
 * is 00 again, until the code is deleted.
 * Errors: 05 with one sentence for every invalid code (wrong, replaced, older than 10 minutes, of an
 * unknown account), or when the document was taken meanwhile; HTTP 429 after wrong codes.
 */
export const confirmAddUser = defineCall('user', 'confirmAddUser', {
  access: 'open',
  request: () => ({
    user: UserName,
    code: VerificationCode,
    link: LinkBase,
  }),
})
