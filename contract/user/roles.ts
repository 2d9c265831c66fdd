import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Role } from '#contract/roles.ts'

/** The caller's roles with the pages that each of them opens in the app. */
export const roles = defineCall('user', 'roles', {
  access: 'signedIn',
  beforeSecondFactor: true,
  response: () => ({
    /** The caller's roles. */
    list: z.array(Role),
  }),
})
