import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Notification } from '#contract/entities/notification.ts'
import { digitOrNone, withDefault } from '#contract/fields/optional.ts'

const COUNT = 'Decinos cuántas notificaciones querés: un número entero de 0 a 500.'

/** The caller's notifications, newest first, without the deleted ones. */
export const notifications = defineCall('user', 'notifications', {
  access: 'signedIn',
  request: () => ({
    /** Maximum number of notifications; 100 when it is 0 or left out. */
    count: withDefault(z.int(COUNT).check(z.gte(0, COUNT), z.lte(500, COUNT)), 0),
    /** Only this type, 1 to 6, as text or number; all types when it is empty or left out. */
    type: digitOrNone(6, 'El tipo de notificación es un número de 1 a 6.'),
  }),
  response: () => ({
    /** The notifications, newest first. */
    notifications: z.array(Notification),
  }),
})
