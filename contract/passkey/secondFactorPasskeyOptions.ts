import * as z from 'zod/mini'
import { RequestOptions } from '#contract/entities/passkey.ts'
import { service } from '#contract/service.ts'

/**
 * What the browser needs to show the second factor with a passkey of the caller, and which second
 * factors the caller has.
 */
export const secondFactorPasskeyOptions = service({
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
