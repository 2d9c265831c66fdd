import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Loyalty } from '#contract/entities/loyalty.ts'

/** The caller's loyalties in force, the current one first. */
export const loyalties = defineCall('loyalty', 'loyalties', {
  access: 'signedIn',
  response: () => ({
    /** Loyalties in force, the current one first. */
    loyalties: z.array(Loyalty),
  }),
})
