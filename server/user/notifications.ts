import { notifications } from '#contract/user/notifications.ts'
import { notificationsOf } from '#db/messaging/notifications.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

/** Number of notifications when the request has no `count` above 0. */
const DEFAULT_COUNT = 100

export default defineHandler(notifications, async ({ db }, { count, type }, caller) => ({
  notifications: await notificationsOf(
    db,
    caller.personId,
    count || DEFAULT_COUNT,
    type === '' ? undefined : Number(type),
  ),
}))
