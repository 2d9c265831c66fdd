import { defineCall } from '#contract/call.ts'
import { currentPassword } from '#contract/fields/password.ts'

/**
 * Deletes the caller's account and ends all their sessions (Ley 18.331, right to suppression).
 * Everything that identifies the person is erased at once; purchases, points and payments remain
 * without a name, because the books depend on them. It cannot be undone; a repeat gets 88.
 * Errors: 05 wrong password, or a payment without a final outcome; HTTP 429 after wrong passwords.
 */
export const deleteAccount = defineCall('user', 'deleteAccount', {
  access: 'signedIn',
  request: () => ({
    /** The current password of the account. */
    password: currentPassword(),
  }),
})
