import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { tillRedemption } from '#contract/entities/redemption.ts'
import { typedCode } from '#contract/fields/groupedCode.ts'
import { OptionalTillCode, TillCode } from '#contract/fields/tillCode.ts'

const FORM = 'El código del vale tiene 16 letras y números: revisá que no falte ninguno.'

/**
 * Uses a voucher, once: the till gives what the answer says. A repeat with the same reference and voucher
 * gets the same answer.
 * Errors: 05 a voucher that is unknown, that was used (the sentence says when and where), or that has ended;
 * one that this station does not take; a reference that was used with other fields, or reversed before;
 * HTTP 429.
 */
export const captureVoucher = defineCall('station', 'captureVoucher', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** The till's own name of the redemption, which no other one of the terminal has. */
    reference: TillCode,
    /** The text of the voucher's QR, or its code as it is typed: case, spaces and hyphens are ignored. */
    voucher: typedCode(FORM).check(z.minLength(1, FORM)),
    /** Number of the ticket of the sale; may be left out. */
    ticket: OptionalTillCode,
  }),
  response: tillRedemption,
})
