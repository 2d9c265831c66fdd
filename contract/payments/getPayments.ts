import * as z from 'zod/mini'
import { Payment } from '#contract/entities/payment.ts'
import { period } from '#contract/fields/period.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/** The caller's own payments of a period, each once, newest first. */
export const getPayments = service({
  group: 'payments',
  name: 'getPayments',
  access: [USER],
  request: {
    /** Only the payment of this attempt; empty for all. */
    accessToken: withDefault(opaqueCode(200, 'Ese pago no se puede buscar.'), ''),
    dateFrom: period.dateFrom,
    dateTo: period.dateTo,
  },
  response: { payments: z.array(Payment) },
})
