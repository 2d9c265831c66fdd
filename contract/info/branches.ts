import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Branch } from '#contract/entities/branch.ts'

/** All stations of the network, with services and fuel prices. */
export const branches = defineCall({
  group: 'info',
  name: 'branches',
  access: 'signedIn',
  request: {},
  response: { branches: z.array(Branch) },
})
