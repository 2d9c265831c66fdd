import * as z from 'zod/mini'
import { GatewayDay } from '#contract/entities/reconciliation.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * Results of the nightly reconciliation with the card gateway, newest day first.
 * Errors: 05 without a second factor, or an invalid cursor.
 */
export const gatewayReport = service({
  group: 'operator',
  name: 'gatewayReport',
  access: [ADMINISTRADOR],
  request: pagination(100, 30),
  response: { days: z.array(GatewayDay), next },
})
