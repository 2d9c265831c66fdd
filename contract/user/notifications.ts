import * as z from 'zod/mini'
import { Notification } from '#contract/entities/notification.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { count } from '#contract/fields/pagination.ts'
import { service } from '#contract/service.ts'

const TYPE = 'El tipo de notificación es un número de 1 a 6.'

/** The caller's notifications, newest first, without the deleted ones. */
export const notifications = service({
  group: 'user',
  name: 'notifications',
  access: 'signedIn',
  request: {
    /** Maximum number of notifications; 100 when left out. */
    count: withDefault(count(500), undefined),
    /** Only this type, 1 to 6, as text or number; all types when left out. */
    type: withDefault(
      z.union(
        [z.string().check(z.regex(/^[1-6]$/, TYPE)), z.int().check(z.gte(1, TYPE), z.lte(6, TYPE))],
        TYPE,
      ),
      undefined,
    ),
  },
  response: { notifications: z.array(Notification) },
})
