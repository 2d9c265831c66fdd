import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { service } from '#contract/service.ts'

/** The caller's loyalties in force, the current one first. */
export const loyalties = service({
  group: 'loyalty',
  name: 'loyalties',
  access: 'signedIn',
  request: {},
  response: { loyalties: z.array(Loyalty) },
})
