import { defineCall } from '#contract/call.ts'
import { tillRedemption } from '#contract/entities/redemption.ts'
import { OptionalTillCode, TillCode } from '#contract/fields/tillCode.ts'

/**
 * Spends the points of a reservation of the terminal: the sale was made. A repeat gets the same answer.
 * Errors: 05 a reference that is unknown; a reservation that has ended, was released or was reversed; one
 * that was captured with another ticket.
 */
export const captureRedemption = defineCall('station', 'captureRedemption', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** The reference of the reservation. */
    reference: TillCode,
    /** Number of the ticket of the sale; left out, it is that of the reservation. */
    ticket: OptionalTillCode,
  }),
  response: tillRedemption,
})
