import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'

/** When the network looked at the personal data of the caller, the newest day first. */
export const dataViews = defineCall('user', 'dataViews', {
  access: 'signedIn',
  response: () => ({
    /** Days on which the data were shown to the network, `yyyyMMdd` in Montevideo; each day once. */
    days: z.array(z.string()),
  }),
})
