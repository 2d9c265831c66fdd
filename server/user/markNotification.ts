import { markNotification } from '#contract/user/markNotification.ts'
import { countUnread, markFor } from '#db/notifications.ts'
import { notFound, serve } from '#server/serve.ts'

export default serve(markNotification, async ({ db }, { notificationId, option }, { personId }) => {
  if (!(await markFor(db, personId, notificationId, option))) throw notFound()
  return { unread: await countUnread(db, personId) }
})
