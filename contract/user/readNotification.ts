import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/**
 * Marks one of the caller's notifications as read. A repeat changes nothing.
 * Errors: 05, with one sentence for an unknown notification and another user's.
 */
export const readNotification = defineCall('user', 'readNotification', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    /** Id of the notification, as `notifications` answers it. */
    notificationId: opaqueCode(100, 'Elegí una notificación.'),
  }),
  response: () => ({
    /** Number of unread notifications of the caller after the change. */
    unread: z.int(),
  }),
})
