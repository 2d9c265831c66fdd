import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { USER } from '#contract/roles.ts'

/** The settings that a device needs to receive pushes, and the registration of this session. */
export const pushSettings = defineCall('push', 'pushSettings', {
  access: [USER],
  response: () => ({
    /** The server's VAPID key (RFC 8292): an uncompressed P-256 point, base64url. */
    publicKey: z.string(),
    /** The subscription of this session; null: its device is not pushed to. */
    subscription: z.nullable(
      z.object({
        /** Also in each pushed message; new for each session. */
        id: z.string(),
        /** Whether the locked screen may show title and text. */
        detail: z.boolean(),
      }),
    ),
  }),
})
