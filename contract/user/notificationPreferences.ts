import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { NotificationPreference } from '#contract/entities/notificationPreference.ts'
import { USER } from '#contract/roles.ts'

/** Which notifications the caller gets, by type and channel. Everything is on until it is turned off. */
export const notificationPreferences = defineCall('user', 'notificationPreferences', {
  access: [USER],
  response: () => ({ preferences: z.array(NotificationPreference) }),
})
