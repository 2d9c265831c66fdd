import { toStamp } from '#contract/dates.ts'
import { exportData } from '#contract/user/exportData.ts'
import { personalData } from '#db/personalData.ts'
import { serve } from '#server/serve.ts'

export default serve(exportData, async ({ db, now }, _fields, { personId }) => ({
  exportedAt: toStamp(now()),
  data: await personalData(db, personId),
}))
