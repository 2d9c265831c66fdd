import * as z from 'zod/mini'
import { GatewayDay } from '#contract/entities/reconciliation.ts'
import { period } from '#contract/fields/period.ts'
import { count, next } from '#contract/fields/pagination.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * What the nightly comparison with the card gateway found, newest day first.
 * Errors: 05 without a second factor, or an `after` that is not one of ours.
 */
export const gatewayReport = service({
  group: 'operator',
  name: 'gatewayReport',
  access: [ADMINISTRADOR],
  secondFactor: true,
  request: {
    count: withDefault(count(100), 30),
    after: period.after,
  },
  response: { days: z.array(GatewayDay), next },
})
