import { defineCall } from '#contract/call.ts'
import { tillRedemption } from '#contract/entities/redemption.ts'
import { TillCode } from '#contract/fields/tillCode.ts'

/**
 * Gives the points of a reservation of the terminal back: the sale was not made. It may come before the
 * reservation, which is then refused, and may be repeated.
 * Errors: 05 a redemption that is captured: it can be reversed.
 */
export const releaseRedemption = defineCall('station', 'releaseRedemption', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** The reference of the reservation. */
    reference: TillCode,
  }),
  response: tillRedemption,
})
