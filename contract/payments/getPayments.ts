import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Payment } from '#contract/entities/payment.ts'
import { period } from '#contract/entities/period.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * The caller's payments of a period, newest first, one entry for each attempt. A payment belongs to the day
 * of its `chargedAt`; without one, of its `datetime`.
 * Errors: 05 a period that ends before it begins.
 */
export const getPayments = defineCall('payments', 'getPayments', {
  access: [USER],
  request: () => ({
    /** Only the attempt with this token, whatever its date; empty for all. */
    accessToken: withDefault(opaqueCode(200, 'Ese pago no se puede buscar.'), ''),
    ...period(),
  }),
  response: () => ({
    /** The payments of the period, newest first. */
    payments: z.array(Payment),
  }),
})
