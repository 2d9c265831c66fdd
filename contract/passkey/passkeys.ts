import * as z from 'zod/mini'
import { Passkey } from '#contract/entities/passkey.ts'
import { service } from '#contract/service.ts'

/** The caller's passkeys, the newest first. */
export const passkeys = service({
  group: 'passkey',
  name: 'passkeys',
  access: 'signedIn',
  request: {},
  response: { passkeys: z.array(Passkey) },
})
