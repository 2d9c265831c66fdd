import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { RequestOptions } from '#contract/entities/passkey.ts'

/**
 * What the browser needs to show the second factor with a passkey of the caller, and which second
 * factors the caller has.
 */
export const secondFactorPasskeyOptions = defineCall({
  group: 'passkey',
  name: 'secondFactorPasskeyOptions',
  access: 'signedIn',
  beforeSecondFactor: true,
  request: {},
  response: {
    options: RequestOptions,
    /** Whether the caller has a passkey. */
    passkey: z.boolean(),
    /** Whether the caller has an authenticator app, for `confirmSecondFactor`. */
    code: z.boolean(),
  },
})
