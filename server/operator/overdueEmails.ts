import { overdueEmails } from '#contract/operator/overdueEmails.ts'
import { setOverdueWanted, wantsOverdue } from '#db/console/overdue.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(overdueEmails, async ({ db, config }, { wanted }, { personId }) => {
  if (wanted !== undefined) await setOverdueWanted(db, personId, wanted)
  return { wanted: await wantsOverdue(db, personId), hours: config.overdueHours }
})
