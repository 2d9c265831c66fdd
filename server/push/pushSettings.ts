import { pushSettings } from '#contract/push/pushSettings.ts'
import { subscriptionOf } from '#db/messaging/pushSubscriptions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { vapidKeys } from '#server/push/vapidKeys.ts'

export default defineHandler(pushSettings, async ({ db, config }, _fields, { sessionHash }) => ({
  publicKey: vapidKeys(config.push.vapidPrivateKey).publicKey,
  subscription: (await subscriptionOf(db, sessionHash)) ?? null,
}))
