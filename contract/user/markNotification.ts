import * as z from 'zod/mini'
import { service } from '#contract/service.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/** What a notification can be marked as. */
export const MARKS = ['read', 'unread', 'deleted'] as const
export type Mark = (typeof MARKS)[number]

/**
 * Marks one of the caller's notifications; marking it so again changes nothing. Deleted is for
 * good: it is in no list any more, and unread in none.
 * Errors: 05, with one sentence for "not yours" and "does not exist".
 */
export const markNotification = service({
  group: 'user',
  name: 'markNotification',
  access: 'signedIn',
  changes: true,
  request: {
    notificationId: opaqueCode(100, 'Elegí una notificación.'),
    option: z.enum(MARKS, 'Esa opción no existe: es read, unread o deleted.'),
  },
  response: {
    /** How many of the caller's are unread now. */
    unread: z.int(),
  },
})
