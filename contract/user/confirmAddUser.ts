import { service } from '#contract/service.ts'
import { LinkBase, VerificationCode } from '#contract/fields/verificationCode.ts'
import { UserName } from '#contract/fields/profile.ts'

/**
 * The code that was mailed comes back, and the account is confirmed. With an empty code it asks for
 * a new one, and answers 00 whoever asks. Errors: 05 with one sentence for every way in which a
 * code is not right (wrong, used, of 10 minutes ago, of nobody); HTTP 429 after wrong ones.
 */
export const confirmAddUser = service({
  group: 'user',
  name: 'confirmAddUser',
  access: 'open',
  request: { user: UserName, code: VerificationCode, link: LinkBase },
  response: {},
})
