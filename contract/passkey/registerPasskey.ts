import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Passkey } from '#contract/entities/passkey.ts'
import { NewCredential } from '#contract/fields/passkeyCredential.ts'

/**
 * Adds the passkey that the browser created with `registerPasskeyOptions`. Its owner is notified and
 * gets an email. The first second factor of an operator ends the other sessions, and this one has
 * shown it and continues with a new token.
 * Errors: 05 a passkey that was not created for this session, for this site, within five minutes and
 * with the verification of the person; one of another account; or ten passkeys already.
 */
export const registerPasskey = defineCall('passkey', 'registerPasskey', {
  access: 'signedIn',
  beforeSecondFactor: true,
  changes: true,
  request: () => ({ credential: NewCredential }),
  response: () => ({
    passkey: Passkey,
    /** Token of the session from now on; absent when it stays. */
    userSessionToken: z.optional(z.string()),
  }),
})
