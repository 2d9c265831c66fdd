import * as z from 'zod/mini'
import { service } from '#contract/service.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/**
 * One of the caller's notifications was read; reading it again changes nothing.
 * Errors: 05, with one sentence for "not yours" and "does not exist".
 */
export const readNotification = service({
  group: 'user',
  name: 'readNotification',
  access: 'signedIn',
  changes: true,
  request: { notificationId: opaqueCode(100, 'Elegí una notificación.') },
  response: {
    /** How many of the caller's are unread now. */
    unread: z.int(),
  },
})
