import { defineCall } from '#contract/call.ts'
import { Voucher } from '#contract/entities/redemption.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Takes the points of a reward from a loyalty of the caller and answers its voucher, which a till captures
 * once. A voucher that is not used gives its points back at its end, or by `returnVoucher` before.
 * Errors: 05 a loyalty that is unknown, ended or another user's; a reward that is not in force in its
 * programme; fewer spendable points.
 */
export const takeReward = defineCall('loyalty', 'takeReward', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Code of a loyalty in force. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    /** Code of one of its `rewards`. */
    reward: opaqueCode(40, 'Elegí un premio.'),
  }),
  response: () => ({ voucher: Voucher }),
})
