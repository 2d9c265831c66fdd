import { overdueNotices } from '#contract/operator/overdueNotices.ts'
import { setOverdueWanted, wantsOverdue } from '#db/console/overdue.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(overdueNotices, async ({ db, config }, { wanted }, { personId }) => {
  if (wanted !== undefined) await setOverdueWanted(db, personId, wanted)
  return { wanted: await wantsOverdue(db, personId), hours: config.overdueHours }
})
