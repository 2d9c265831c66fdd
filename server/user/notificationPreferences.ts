import { notificationPreferences } from '#contract/user/notificationPreferences.ts'
import { preferencesOf } from '#db/messaging/notificationPreferences.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(notificationPreferences, async ({ db }, _fields, { personId }) => ({
  preferences: await preferencesOf(db, personId),
}))
