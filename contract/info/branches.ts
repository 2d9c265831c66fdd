import * as z from 'zod/mini'
import { Branch } from '#contract/entities/branch.ts'
import { service } from '#contract/service.ts'

/** All stations of the network, with services and fuel prices. */
export const branches = service({
  group: 'info',
  name: 'branches',
  access: 'signedIn',
  request: {},
  response: { branches: z.array(Branch) },
})
