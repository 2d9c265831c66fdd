import { notifications } from '#contract/user/notifications.ts'
import { notificationsOf } from '#db/messaging/notifications.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

/** Without a count the newest hundred are plenty for a phone. */
const NEWEST = 100

export default defineHandler(notifications, async ({ db }, { count, type }, caller) => ({
  notifications: await notificationsOf(
    db,
    caller.personId,
    count ?? NEWEST,
    type === undefined ? undefined : Number(type),
  ),
}))
