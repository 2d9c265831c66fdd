import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { TillPayment } from '#contract/entities/paymentRequest.ts'
import { singleLine } from '#contract/fields/text.ts'
import { TillCode } from '#contract/fields/tillCode.ts'

const REASON = 'Decinos por qué se anula el pago.'

/**
 * Voids a paid payment request, until 02:00 in Montevideo of the day after its payment began. It may be
 * repeated.
 * The state is `voided` when the gateway has voided the charge, else `voiding`: then it is tried again
 * until it is done; ask by `paymentStatus`.
 * Errors: 05 `not_found` the terminal has no such request; `not_paid` it is not paid; `day_closed` it
 * is too late: return the money in another way.
 */
export const voidPayment = defineCall('station', 'voidPayment', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** The till's reference. */
    reference: TillCode,
    /** Why it is voided, for the station's records. */
    reason: singleLine(200, 'El motivo', REASON).check(z.minLength(3, REASON)),
  }),
  response: () => ({ payment: TillPayment }),
})
