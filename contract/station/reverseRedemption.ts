import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { tillRedemption } from '#contract/entities/redemption.ts'
import { singleLine } from '#contract/fields/text.ts'
import { TillCode } from '#contract/fields/tillCode.ts'

const REASON = 'Decinos por qué se anula el canje.'

/**
 * Gives the points of a captured redemption or voucher of the terminal back: its sale was voided. They return
 * with their old expiration, and at least 30 days. A reservation that was not captured is released. It may
 * come before the reservation, which is then refused, and may be repeated.
 */
export const reverseRedemption = defineCall('station', 'reverseRedemption', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** The reference of the redemption, or of the capture of the voucher. */
    reference: TillCode,
    /** The reason, for the operators, in 1 to 100 characters. */
    reason: singleLine(100, 'El motivo', REASON).check(z.minLength(1, REASON)),
  }),
  response: tillRedemption,
})
