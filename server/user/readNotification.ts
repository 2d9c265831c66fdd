import { readNotification } from '#contract/user/readNotification.ts'
import { countUnread, setNotificationMark } from '#db/messaging/notifications.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(readNotification, async ({ db }, { notificationId }, { personId }) => {
  if (!(await setNotificationMark(db, personId, notificationId, 'read'))) throw notFound()
  return { unread: await countUnread(db, personId) }
})
