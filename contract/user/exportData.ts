import { defineCall } from '#contract/call.ts'
import { PersonalData } from '#contract/entities/personalData.ts'
import { Stamp } from '#contract/fields/stamp.ts'

/** All personal data that is stored about the caller (Ley 18.331, right of access). */
export const exportData = defineCall('user', 'exportData', {
  access: 'signedIn',
  mayBeStale: true,
  response: () => ({
    /** When the data was read, `yyyyMMddHHmmss` in Montevideo. */
    exportedAt: Stamp,
    data: PersonalData,
  }),
})
