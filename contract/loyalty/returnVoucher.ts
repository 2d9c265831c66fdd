import { defineCall } from '#contract/call.ts'
import { Voucher } from '#contract/entities/redemption.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Gives a voucher of the caller back that was not used: its points return with their old expiration, and at
 * least 30 days. A repeat changes nothing.
 * Errors: 05 a voucher that is unknown or another user's, or that was used.
 */
export const returnVoucher = defineCall('loyalty', 'returnVoucher', {
  access: [USER],
  changes: true,
  request: () => ({
    /** The `id` of one of `vouchers`. */
    voucherId: opaqueCode(40, 'Elegí un vale.'),
  }),
  response: () => ({ voucher: Voucher }),
})
