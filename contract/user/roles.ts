import * as z from 'zod/mini'
import { Role } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** The caller's roles with the pages that each of them opens in the app. */
export const roles = service({
  group: 'user',
  name: 'roles',
  access: 'signedIn',
  beforeSecondFactor: true,
  request: {},
  response: { list: z.array(Role) },
})
