import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'
import { service } from '#contract/service.ts'
import { NewPassword } from '#contract/fields/password.ts'
import { UserName } from '#contract/fields/profile.ts'

const CURRENT = 'Escribí tu contraseña actual.'

/**
 * A person changes their own password; their other sessions end and they are told by mail.
 * With the current password the answer brings a new `userSessionToken`: the caller's session goes
 * on under that one alone, and the old one is answered 88. Whoever loses that answer logs in anew.
 * Without the current password it is accepted within 5 minutes of the login alone, and the caller
 * keeps their token.
 * Errors: 05 another user, wrong or missing current password, common password; HTTP 429 after
 * wrong ones.
 */
export const updatePassword = service({
  group: 'user',
  name: 'updatePassword',
  access: 'signedIn',
  changes: true,
  request: {
    user: UserName,
    password: NewPassword,
    /** Our app's; must be right when it is sent. */
    currentPassword: withDefault(z.string(CURRENT).check(z.maxLength(128, CURRENT)), undefined),
  },
  response: {
    /** Only for who sent the current password. */
    userSessionToken: z.optional(z.string()),
  },
})
