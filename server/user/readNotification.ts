import { readNotification } from '#contract/user/readNotification.ts'
import { countUnread, markFor } from '#db/messaging/notifications.ts'
import { notFound, serve } from '#server/http/defineHandler.ts'

export default serve(readNotification, async ({ db }, { notificationId }, { personId }) => {
  if (!(await markFor(db, personId, notificationId, 'read'))) throw notFound()
  return { unread: await countUnread(db, personId) }
})
