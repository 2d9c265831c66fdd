import { toStamp } from '#contract/dates.ts'
import { exportData } from '#contract/user/exportData.ts'
import { personalData } from '#db/accounts/personalDataExport.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(exportData, async ({ now }, _fields, { personId }, { reads }) => ({
  exportedAt: toStamp(now()),
  data: await personalData(reads, personId),
}))
