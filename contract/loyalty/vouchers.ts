import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Voucher } from '#contract/entities/redemption.ts'
import { USER } from '#contract/roles.ts'

/** The caller's vouchers: those that can be used, the one that ends next first; then the others, newest first. */
export const vouchers = defineCall('loyalty', 'vouchers', {
  access: [USER],
  response: () => ({
    /** All that can be used, and the newest 50 of the others. */
    vouchers: z.array(Voucher),
  }),
})
