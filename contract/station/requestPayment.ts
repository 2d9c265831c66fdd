import { defineCall } from '#contract/call.ts'
import { paymentRequestFields, TillPayment } from '#contract/entities/paymentRequest.ts'

/**
 * Asks a driver to pay a sale with the app: show `qr`, or let the driver type the number of the terminal
 * and the amount. The request can be paid for 10 minutes and once. A repeat of a reference answers the
 * request as it is now; then ask by `paymentStatus`.
 * Errors: 05 `reference_reused` the reference with other content; `too_many_requests` 20 requests of
 * the terminal wait; HTTP 429.
 */
export const requestPayment = defineCall('station', 'requestPayment', {
  access: 'terminal',
  changes: true,
  request: paymentRequestFields,
  response: () => ({ payment: TillPayment }),
})
