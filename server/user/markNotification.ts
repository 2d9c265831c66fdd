import { markNotification } from '#contract/user/markNotification.ts'
import { countUnread, markFor } from '#db/messaging/notifications.ts'
import { notFound, serve } from '#server/http/defineHandler.ts'

export default serve(markNotification, async ({ db }, { notificationId, option }, { personId }) => {
  if (!(await markFor(db, personId, notificationId, option))) throw notFound()
  return { unread: await countUnread(db, personId) }
})
