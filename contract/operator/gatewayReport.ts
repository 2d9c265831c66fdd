import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { GatewayDay } from '#contract/entities/reconciliation.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/**
 * Results of the nightly reconciliation with the card gateway, newest day first.
 * Errors: 05 without a second factor, or an invalid cursor.
 */
export const gatewayReport = defineCall('operator', 'gatewayReport', {
  access: [ADMINISTRADOR],
  request: () => pagination(100, 30),
  response: () => ({
    /** Days of this page, newest first. */
    days: z.array(GatewayDay),
    next,
  }),
})
