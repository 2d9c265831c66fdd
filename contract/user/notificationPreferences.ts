import * as z from 'zod/mini'
import { NotificationPreference } from '#contract/entities/notificationPreference.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** Which notifications the caller gets, by type and channel. Everything is on until it is turned off. */
export const notificationPreferences = service({
  group: 'user',
  name: 'notificationPreferences',
  access: [USER],
  request: {},
  response: { preferences: z.array(NotificationPreference) },
})
