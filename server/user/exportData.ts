import { toStamp } from '#contract/dates.ts'
import { exportData } from '#contract/user/exportData.ts'
import { personalData } from '#db/accounts/personalDataExport.ts'
import { serve } from '#server/http/defineHandler.ts'

export default serve(exportData, async ({ db, now }, _fields, { personId }) => ({
  exportedAt: toStamp(now()),
  data: await personalData(db, personId),
}))
