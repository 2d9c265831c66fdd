import { defineCall } from '#contract/call.ts'
import { TillPayment } from '#contract/entities/paymentRequest.ts'
import { TillCode } from '#contract/fields/tillCode.ts'

/**
 * Takes a payment request back that is not paid yet, also while a driver has the page of the gateway
 * open: a later approval is voided. It may be repeated; a request that has ended is answered as it is:
 * look at the state, it may be `paid`.
 * Errors: 05 `not_found` the terminal has no such request.
 */
export const cancelPayment = defineCall('station', 'cancelPayment', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** The till's reference. */
    reference: TillCode,
  }),
  response: () => ({ payment: TillPayment }),
})
