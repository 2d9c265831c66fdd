import { service } from '#contract/service.ts'
import { LinkBase } from '#contract/fields/verificationCode.ts'
import { UserName } from '#contract/fields/profile.ts'

/** Somebody forgot their password: if the account exists, a code goes to its e-mail. Always 00. */
export const resetPassword = service({
  group: 'user',
  name: 'resetPassword',
  access: 'open',
  request: { user: UserName, link: LinkBase },
  response: {},
})
