import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { currentPassword, NewPassword } from '#contract/fields/password.ts'
import { UserName } from '#contract/fields/profile.ts'

/**
 * Changes the caller's password, ends their other sessions and notifies them by email.
 *
 * The answer carries a new `userSessionToken`, and the old one gets 88 from then on, but for a repeat
 * of the call, which is answered the same. A caller that reads only the fields of the specification
 * has to log in again. Without `currentPassword` the call is accepted in the 5 minutes after the login.
 * Errors: 05 another account's email, a wrong or missing current password, or a common new
 * password; HTTP 429 after wrong passwords.
 */
export const updatePassword = defineCall('user', 'updatePassword', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    user: UserName,
    password: NewPassword,
    /** The current password; may be left out within five minutes of the login. */
    currentPassword: withDefault(currentPassword('Escribí tu contraseña actual.'), undefined),
  }),
  response: () => ({
    /** Token of the session from now on. */
    userSessionToken: z.optional(z.string()),
  }),
})
