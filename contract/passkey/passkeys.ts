import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Passkey } from '#contract/entities/passkey.ts'

/** The caller's passkeys, the newest first. */
export const passkeys = defineCall('passkey', 'passkeys', {
  access: 'signedIn',
  response: () => ({
    /** The caller's passkeys, newest first. */
    passkeys: z.array(Passkey),
  }),
})
