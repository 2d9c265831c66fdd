import * as z from 'zod/mini'
import { Movement } from '#contract/entities/movement.ts'
import { period } from '#contract/fields/period.ts'
import { next } from '#contract/fields/pagination.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** Purchases of one of the caller's loyalties in a period, newest first. */
export const movements = service({
  group: 'financial',
  name: 'movements',
  access: [USER],
  request: period,
  response: { movements: z.array(Movement), next },
})
