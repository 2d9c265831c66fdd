import { removePush } from '#contract/push/removePush.ts'
import { removeSubscription } from '#db/messaging/pushSubscriptions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(removePush, async ({ db }, _fields, { sessionHash }) => {
  await removeSubscription(db, { sessionHash })
  return {}
})
