import { defineCall } from '#contract/call.ts'
import { currentPassword } from '#contract/fields/password.ts'
import { Email } from '#contract/fields/profile.ts'

/**
 * Starts a change of the caller's email: sends a code to the present address and another one to the
 * new address; `confirmEmailChange` takes both. It replaces a change that is pending. The answer is 00
 * whether or not the new address has an account; its owner is notified by email.
 * Errors: 05 a wrong password, or the address that the account has already; HTTP 429 after wrong
 * passwords, and after three requests at once.
 */
export const requestEmailChange = defineCall('user', 'requestEmailChange', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    /** The new address. */
    email: Email,
    /** The current password of the account. */
    password: currentPassword(),
  }),
})
