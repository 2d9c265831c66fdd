import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'

export const NOTIFICATION_MARKS = ['read', 'unread', 'deleted', 'restored'] as const
export type Mark = (typeof NOTIFICATION_MARKS)[number]

/**
 * Marks one of the caller's notifications. A repeat changes nothing. A deleted notification is in
 * no list and no count until it is restored.
 * Errors: 05, with one sentence for an unknown notification and another user's.
 */
export const markNotification = defineCall('user', 'markNotification', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    /** Id of the notification, as `notifications` answers it. */
    notificationId: opaqueCode(100, 'Elegí una notificación.'),
    /** What to mark it as; `restored` brings back a deleted one. */
    option: z.enum(
      NOTIFICATION_MARKS,
      'Esa opción no existe: es read, unread, deleted o restored.',
    ),
  }),
  response: () => ({
    /** Number of unread notifications of the caller after the change. */
    unread: z.int(),
  }),
})
