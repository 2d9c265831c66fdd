import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { USER } from '#contract/roles.ts'

/** What a device needs to receive pushed notifications, and what this session has registered. */
export const pushSettings = defineCall({
  group: 'push',
  name: 'pushSettings',
  access: [USER],
  request: {},
  response: {
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
  },
})
