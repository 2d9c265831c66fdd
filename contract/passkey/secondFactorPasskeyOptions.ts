import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { RequestOptions } from '#contract/entities/passkey.ts'

/**
 * The options of `navigator.credentials.get()` for the second factor with a passkey of the caller, and
 * the second factors that the caller has.
 */
export const secondFactorPasskeyOptions = defineCall('passkey', 'secondFactorPasskeyOptions', {
  access: 'signedIn',
  beforeSecondFactor: true,
  response: () => ({
    options: RequestOptions,
    /** Whether the caller has a passkey, for `secondFactorPasskey`. */
    passkey: z.boolean(),
    /** Whether the caller has an authenticator app, for `confirmSecondFactor`. */
    code: z.boolean(),
  }),
})
