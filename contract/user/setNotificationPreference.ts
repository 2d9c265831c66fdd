import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Channel, NotificationPreference } from '#contract/entities/notificationPreference.ts'
import { USER } from '#contract/roles.ts'

const TYPE = 'El tipo de notificación es un número de 1 a 6.'

/**
 * Turns the caller's notifications of one type and channel on or off, from now on. Answers as
 * `notificationPreferences`.
 * Errors: 05 notifications that cannot be turned off, or a channel that the type does not have.
 */
export const setNotificationPreference = defineCall('user', 'setNotificationPreference', {
  access: [USER],
  changes: true,
  request: () => ({
    /**
     * Type of the notification: 1 general, 2 message, 3 promotion, 4 consumption, 5 payment, 6
     * voucher.
     */
    type: z.int(TYPE).check(z.gte(1, TYPE), z.lte(6, TYPE)),
    channel: Channel,
    /** Whether the caller wants these notifications. */
    enabled: z.boolean('Decinos si querés recibirlas o no.'),
  }),
  response: () => ({
    /** All choices of the caller after the change. */
    preferences: z.array(NotificationPreference),
  }),
})
