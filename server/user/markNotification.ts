import { markNotification } from '#contract/user/markNotification.ts'
import { countUnread, setNotificationMark } from '#db/messaging/notifications.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(
  markNotification,
  async ({ db }, { notificationId, option }, { personId }) => {
    if (!(await setNotificationMark(db, personId, notificationId, option))) throw notFound()
    return { unread: await countUnread(db, personId) }
  },
)
