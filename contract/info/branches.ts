import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Branch } from '#contract/entities/branch.ts'

/** All stations of the network, with services and fuel prices. */
export const branches = defineCall('info', 'branches', {
  access: 'signedIn',
  response: () => ({
    /** All stations of the network, in the Spanish order of their names. */
    branches: z.array(Branch),
  }),
})
