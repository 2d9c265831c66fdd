import { service } from '#contract/service.ts'
import { LinkBase } from '#contract/user/mailedCode.ts'
import { UserName } from '#contract/user/profile.ts'

/** Somebody forgot their password: if the account exists, a code goes to its e-mail. Always 00. */
export const resetPassword = service({
  group: 'user',
  name: 'resetPassword',
  access: 'open',
  request: { user: UserName, link: LinkBase },
  response: {},
})
